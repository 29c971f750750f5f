import { Benefits, CallToAction } from './home-benefits'
import { MonthEvents, TodayEvents, TrendingEvents } from './home-events'
import { HomeHero } from './home-hero'
import { CategoryTiles, TownTiles } from './home-tiles'

/** The order is that of someone who looks for tonight's outing; what Tukio offers organisers comes after. */
export function HomePage({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <HomeHero />
      <TrendingEvents />
      <TodayEvents />
      <CategoryTiles />
      <MonthEvents />
      <TownTiles />
      <Benefits />
      <CallToAction signedIn={signedIn} />
    </>
  )
}

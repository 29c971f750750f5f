import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '@/features/site/about/about-page'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/about')({ component: About })

function About() {
  usePageTitle('À propos')
  return <AboutPage />
}

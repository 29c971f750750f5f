// "Rechercher": in words where there is room, as a sign on phones.
import { Search } from 'lucide-react'
import { Button } from './button'

export function SearchButton() {
  return (
    <Button type="submit" className="min-h-12 max-sm:w-12 max-sm:px-0 sm:px-6">
      <Search className="size-5 sm:hidden" aria-hidden="true" />
      <span className="max-sm:sr-only">Rechercher</span>
    </Button>
  )
}

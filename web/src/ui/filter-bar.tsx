// Above a long list: a search by words and a few choices. The address holds them; a choice counts at once, words when they
// are sent.
import { type FormEvent, useId } from 'react'
import { inputClass } from './input-class'
import { SearchButton } from './search-button'
import { Select } from './select'
import { useFilterForm } from './use-filter-form'

type Choice = { name: string; label: string; options: readonly { value: string; label: string }[] }

type FilterBarProps = {
  /** What is searched for. */
  label: string
  placeholder: string
  choices?: readonly Choice[]
  /** What the address says now. */
  filters: Readonly<Record<string, string | undefined>>
  onFilter: (chosen: Record<string, string>) => void
}

export function FilterBar({ label, placeholder, choices = [], filters, onFilter }: FilterBarProps) {
  const id = useId()
  const names = ['search', ...choices.map(({ name }) => name)]
  const shown = Object.fromEntries(names.map((name) => [name, filters[name] ?? '']))
  const form = useFilterForm(filters, shown)

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() ? [[name, value.trim()]] : [],
    )
    onFilter(Object.fromEntries(given))
  }

  return (
    <search>
      <form ref={form} onSubmit={apply} className="grid grid-cols-1 gap-3">
        <div className="flex gap-2">
          <label htmlFor={id} className="sr-only">
            {label}
          </label>
          <input
            id={id}
            type="search"
            name="search"
            placeholder={placeholder}
            defaultValue={shown.search}
            maxLength={100}
            className={`${inputClass} min-w-0 flex-1`}
          />
          <SearchButton />
        </div>
        {choices.length > 0 && (
          <div
            className={`grid gap-2 lg:grid-cols-4 ${choices.length > 1 ? 'grid-cols-2' : 'sm:grid-cols-2'}`}
          >
            {choices.map(({ name, label: choice, options }) => (
              <Select
                key={name}
                name={name}
                aria-label={choice}
                defaultValue={shown[name]}
                options={options}
                onChange={(event) => event.currentTarget.form?.requestSubmit()}
              />
            ))}
          </div>
        )}
      </form>
    </search>
  )
}

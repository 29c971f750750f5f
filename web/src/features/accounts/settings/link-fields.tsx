// Up to five addresses of the person elsewhere: as many fields as are filled, and one more on demand.
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '@/ui/button'
import { FieldError, TextField } from '@/ui/field'
import { MOST_LINKS, type ProviderValues } from './schemas'

export function LinkFields({ form }: { form: UseFormReturn<ProviderValues> }) {
  const errorId = useId()
  const links = useWatch({ control: form.control, name: 'links' })
  const [wanted, setWanted] = useState(1)
  const shown = Math.max(wanted, links.findLastIndex((link) => link !== '') + 1)
  const { errors } = form.formState
  return (
    <fieldset aria-describedby={errorId} className="grid gap-3">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">Liens</legend>
      {links.slice(0, shown).map((_, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place in the list
          key={index}
          {...form.register(`links.${index}`)}
          label={<span className="sr-only">Lien {index + 1}</span>}
          placeholder="facebook.com/votre-page"
          error={errors.links?.[index]?.message}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
        />
      ))}
      {shown < MOST_LINKS && (
        <Button variant="quiet" onClick={() => setWanted(shown + 1)} className="-ml-4.5 justify-self-start">
          <Plus className="size-4.5" aria-hidden="true" />
          Ajouter un lien
        </Button>
      )}
      <FieldError id={errorId} message={errors.links?.message} />
    </fieldset>
  )
}

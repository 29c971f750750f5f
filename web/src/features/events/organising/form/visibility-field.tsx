// Listed, or open to whoever has the link.
import { Eye, Link as LinkIcon } from 'lucide-react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { EventValues } from './schema'

const CHOICES = [
  {
    isPublic: true,
    label: 'Visible dans les listes',
    text: 'Recherche, calendrier, carte et accueil.',
    Icon: Eye,
  },
  {
    isPublic: false,
    label: 'Accessible par lien seulement',
    text: 'Seules les personnes à qui vous donnez le lien le voient.',
    Icon: LinkIcon,
  },
]

export function VisibilityField({ form }: { form: UseFormReturn<EventValues> }) {
  return (
    <Controller
      control={form.control}
      name="is_public"
      render={({ field }) => (
        <div role="radiogroup" aria-label="Visibilité" className="grid gap-3 sm:grid-cols-2">
          {CHOICES.map(({ isPublic, label, text, Icon }) => (
            <label
              key={label}
              className="flex min-h-16 cursor-pointer items-center gap-3 rounded-2xl border border-line-strong/60 p-4 transition-colors hover:border-malachite has-checked:border-malachite has-checked:bg-green-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-malachite"
            >
              <input
                type="radio"
                name={field.name}
                checked={field.value === isPublic}
                onChange={() => field.onChange(isPublic)}
                onBlur={field.onBlur}
                className="sr-only"
              />
              <Icon className="size-6 shrink-0 text-malachite" aria-hidden="true" />
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="block text-sm text-muted">{text}</span>
              </span>
            </label>
          ))}
        </div>
      )}
    />
  )
}

// Whether holders may ask for their money back, and until when.
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { TextField } from '@/ui/field'
import { FormCard } from '@/ui/form-card'
import type { EventValues } from './schema'

const CHOICES = [
  { value: 'none', label: 'Non', text: 'Sauf si vous annulez ou reportez.' },
  { value: 'until', label: "Jusqu'à une date", text: 'Vous acceptez ou refusez chaque demande.' },
  { value: 'always', label: "Jusqu'à la fin", text: 'Vous acceptez ou refusez chaque demande.' },
] as const

export function RefundCard({ form }: { form: UseFormReturn<EventValues> }) {
  const policy = useWatch({ control: form.control, name: 'refund_policy' })
  return (
    <FormCard
      title="Remboursement"
      lead="Un participant qui ne peut pas venir peut-il demander son remboursement ? La page le dira."
    >
      <div role="radiogroup" aria-label="Remboursement sur demande" className="grid gap-3 sm:grid-cols-3">
        {CHOICES.map(({ value, label, text }) => (
          <label
            key={value}
            className="flex min-h-16 cursor-pointer items-center gap-3 rounded-2xl border border-line-strong/60 p-4 transition-colors hover:border-malachite has-checked:border-malachite has-checked:bg-green-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-malachite"
          >
            <input {...form.register('refund_policy')} type="radio" value={value} className="sr-only" />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-muted">{text}</span>
            </span>
          </label>
        ))}
      </div>
      {policy === 'until' && (
        <TextField
          {...form.register('refund_until')}
          type="date"
          label="Dernier jour pour demander"
          error={form.formState.errors.refund_until?.message}
        />
      )}
    </FormCard>
  )
}

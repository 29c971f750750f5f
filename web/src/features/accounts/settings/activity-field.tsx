// What the person does, out of the twenty-four: the same choice on both tabs that show it.
import { ACTIVITIES } from '@/lib/fixed-lists'
import { Field } from '@/ui/field'
import { Select } from '@/ui/select'

export type ActivityChoice = {
  value: string
  isChanged: boolean
  /** Undefined: what is saved. */
  choose: (activity: string | undefined) => void
}

const OPTIONS = [
  { value: '', label: 'Aucune' },
  ...ACTIVITIES.map((activity) => ({ value: activity, label: activity })),
]

export function ActivityField({ activity, hint }: { activity: ActivityChoice; hint: string }) {
  return (
    <Field label="Activité" hint={hint}>
      {(aria) => (
        <Select
          {...aria}
          options={OPTIONS}
          value={activity.value}
          onChange={(event) => activity.choose(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

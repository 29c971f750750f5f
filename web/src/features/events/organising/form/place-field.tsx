// Where the event stands on the map: typed, or set on a map that is fetched only when asked for.
import { MapPin } from 'lucide-react'
import { type ComponentType, useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { ErrorState } from '@/ui/page-state'
import { Skeleton } from '@/ui/skeleton'
import type { PlacePickerProps } from '../../map/place-picker'
import { townBox } from '../../map/places'
import { project } from '../../map/projection'
import { boxAround, COUNTRY_BOX } from '../../map/view'
import { readPlace, writePlace } from './place'
import type { EventValues } from './schema'

/** A few kilometres around a place that is known. */
const AROUND_UNITS = 6

export function PlaceField({ form }: { form: UseFormReturn<EventValues> }) {
  const [open, setOpen] = useState(false)
  const picker = usePicker()
  const [location, town] = useWatch({ control: form.control, name: ['location', 'town'] })
  const { errors } = form.formState
  const place = readPlace(location)
  // Where the map opens: a mark that is set later must not move it under the finger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const home = useMemo(
    () => (place ? boxAround([project(place)], AROUND_UNITS) : (townBox(town) ?? COUNTRY_BOX)),
    [town, open],
  )
  const set = (value: string) =>
    form.setValue('location', value, { shouldDirty: true, shouldValidate: errors.location !== undefined })

  function remove() {
    set('')
    // The button that was pressed goes with the position.
    form.setFocus('location')
  }

  function toggle() {
    setOpen(!open)
    if (!open) void picker.load()
  }

  return (
    <div className="grid gap-3">
      <TextField
        {...form.register('location')}
        label="Position sur la carte"
        hint="Facultative : latitude,longitude. Sans elle, l'évènement est placé au centre de la ville."
        placeholder="-11.66,27.48"
        autoComplete="off"
        error={errors.location?.message}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" aria-expanded={open} onClick={toggle}>
          <MapPin className="size-4.5" aria-hidden="true" />
          {open ? 'Fermer la carte' : 'Placer sur la carte'}
        </Button>
        {location && (
          <Button variant="quiet" onClick={remove}>
            Retirer la position
          </Button>
        )}
      </div>
      {open && picker.Picker && (
        <picker.Picker home={home} place={place} onPlace={(chosen) => set(writePlace(chosen))} />
      )}
      {open && picker.state === 'missing' && (
        <ErrorState title="La carte n'a pas pu être chargée." onRetry={picker.load}>
          Vérifiez votre réseau, ou tapez la position ci-dessus.
        </ErrorState>
      )}
      {open && picker.state === 'loading' && <Skeleton className="h-72 rounded-2xl" />}
    </div>
  )
}

/** Not `lazy`: without network that would throw the whole form away. */
function usePicker() {
  const [Picker, setPicker] = useState<ComponentType<PlacePickerProps>>()
  const [state, setState] = useState<'loading' | 'missing' | 'here'>()

  async function load() {
    if (Picker) return
    setState('loading')
    // A file that is gone or unreachable comes as nothing, by Vite's own rule.
    const part = await import('../../map/place-picker')
      .then((file) => file.PlacePicker)
      .catch(() => undefined)
    setPicker(() => part)
    setState(part ? 'here' : 'missing')
  }

  return { Picker, state, load }
}

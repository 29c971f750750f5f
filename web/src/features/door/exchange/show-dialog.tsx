// Whom this phone has let in, shown to the camera of another gate when there is no network.
import { useEffect, useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { QrCode } from '@/ui/qr-code'
import type { Gate } from '../gate/gate'
import { formatCount } from '../screen/figures'
import { writeSeries } from './series'

/** Long enough for a cheap camera to read each code once, mostly; what was missed comes around again. */
const SHOWN_FOR = 300

type ShowDialogProps = { gate: Gate; eventId: number; open: boolean; onClose: () => void }

export function ShowDialog({ gate, eventId, open, onClose }: ShowDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Montrer mes entrées">
      {open && <Series gate={gate} eventId={eventId} />}
      <Button variant="outline" size="lg" className="min-h-14" onClick={onClose}>
        Fermer
      </Button>
    </Dialog>
  )
}

function Series({ gate, eventId }: Pick<ShowDialogProps, 'gate' | 'eventId'>) {
  // As it is now: what is admitted meanwhile is shown the next time.
  const [numbers] = useState(() => gate.notes.admittedOn(gate.notes.dayAt(gate.now())))
  const texts = useSeries(gate, eventId, numbers)
  const place = usePlace(texts.length)
  const text = texts[place]
  if (!text) return <p role="status">Préparation des codes…</p>
  const admissions =
    numbers.length > 1 ? `${formatCount(numbers.length)} entrées` : `${numbers.length} entrée`
  return (
    <div className="grid justify-items-center gap-3">
      <QrCode
        text={text}
        correction="L"
        label="Code pour une autre porte"
        className="w-full max-w-[55dvh] rounded-2xl"
      />
      <p className="text-center font-semibold tabular-nums">
        {admissions} · code {place + 1} sur {texts.length}
      </p>
      <p className="text-center text-muted">
        Tenez cet écran devant la caméra d'une autre porte : elle saura qui est déjà entré.
      </p>
    </div>
  )
}

function useSeries(gate: Gate, eventId: number, numbers: readonly number[]): string[] {
  const [texts, setTexts] = useState<string[]>([])
  useEffect(() => {
    let isLeft = false
    const shown = { eventId, day: gate.notes.dayAt(gate.now()), gate: gate.name, numbers }
    void writeSeries(shown).then((written) => !isLeft && setTexts(written))
    return () => {
      isLeft = true
    }
  }, [gate, eventId, numbers])
  return texts
}

/** Which of so many is shown now. */
function usePlace(count: number): number {
  const [place, setPlace] = useState(0)
  useEffect(() => {
    if (count < 2) return
    const timer = setInterval(() => setPlace((before) => (before + 1) % count), SHOWN_FOR)
    return () => clearInterval(timer)
  }, [count])
  return place
}

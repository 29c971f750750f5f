// The buttons that send the event form. Enter in a field presses the first, which can be taken back.
import { Button } from '@/ui/button'
import type { Publishing, Wish } from './use-publishing'

type FormButtonsProps = { publishing: Publishing; busy: boolean }

export function FormButtons({ publishing: { isOpen, wish, choose }, busy }: FormButtonsProps) {
  if (!isOpen) {
    return (
      <Button type="submit" size="lg" busy={busy} className="max-sm:w-full">
        Enregistrer
      </Button>
    )
  }
  const sends = (one: Wish) => ({
    type: 'submit' as const,
    size: 'lg' as const,
    busy: busy && wish === one,
    'aria-disabled': busy,
    onClick: () => choose(one),
    className: 'max-sm:w-full',
  })
  return (
    <>
      <Button variant="outline" {...sends('draft')}>
        Enregistrer le brouillon
      </Button>
      <Button {...sends('publish')}>Publier</Button>
      <p className="w-full text-sm text-muted">
        Un brouillon n'est vu que par votre équipe. Publié, l'évènement est vu de tous et ses billets sont en
        vente.
      </p>
    </>
  )
}

// Places of one type that this phone may sell without network: asked for and given back while there is one.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { doorKeys } from '@/lib/query-keys/door'
import { Button } from '@/ui/button'
import { refusalWords } from './refusal'
import type { KeptBlock } from './sale'
import type { Till } from './till'

/** Enough for a while without network; few enough that others can still sell. */
const SET_ASIDE = 10

type BlockPanelProps = {
  till: Till
  eventId: number
  ticketTypeId: number
  block: KeptBlock | undefined
  /** What anybody can still buy: null where the sale is closed, undefined where it is not known. */
  stock: number | null | undefined
  isOnline: boolean
}

export function BlockPanel({ till, eventId, ticketTypeId, block, stock, isOnline }: BlockPanelProps) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: doorKeys.stock(eventId) })
  const ask = useMutation({
    mutationFn: (quantity: number) => till.setAside(ticketTypeId, quantity),
    onSettled,
  })
  const giveBack = useMutation({ mutationFn: (blockId: string) => till.release(blockId), onSettled })
  const left = block?.places.length ?? 0
  const most = Math.min(SET_ASIDE, left + (stock === undefined ? SET_ASIDE : (stock ?? 0)))
  const failed = ask.error ?? giveBack.error
  if (!isOnline || (left === 0 && most === 0)) return null
  return (
    <section aria-labelledby="block-title" className="grid gap-2 border-t border-line pt-4">
      <h3 id="block-title" className="text-lg">
        Pour vendre sans réseau
      </h3>
      <p className="text-muted">
        {left > 0
          ? `${left > 1 ? `${left} places sont` : '1 place est'} de côté sur ce téléphone, et pour lui seul.`
          : 'Mettez des places de côté : elles ne seront vendues que par ce téléphone.'}
      </p>
      {failed && (
        <p role="alert" className="font-semibold text-danger">
          {refusalWords(failed) ?? "Le serveur n'a pas répondu. Réessayez."}
        </p>
      )}
      <div className="flex flex-wrap gap-2 *:grow">
        {left < most && (
          <Button
            variant="outline"
            size="lg"
            className="min-h-14"
            busy={ask.isPending}
            onClick={() => ask.mutate(most)}
          >
            {left > 0 ? `Compléter à ${places(most)}` : `Mettre ${places(most)} de côté`}
          </Button>
        )}
        {block && left > 0 && (
          <Button
            variant="outline"
            size="lg"
            className="min-h-14"
            busy={giveBack.isPending}
            onClick={() => giveBack.mutate(block.block_id)}
          >
            Remettre en vente
          </Button>
        )}
      </div>
    </section>
  )
}

function places(count: number): string {
  return count > 1 ? `${count} places` : '1 place'
}

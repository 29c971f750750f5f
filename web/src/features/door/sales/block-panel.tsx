// Places of one type that this phone may sell without network: asked for and given back while there is one.
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@/lib/api-error'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import type { KeptBlock } from './sale'
import type { Till } from './till'

/** Enough for a while without network; few enough that others can still sell. */
const SET_ASIDE = 10

type BlockPanelProps = {
  till: Till
  ticketTypeId: number
  block: KeptBlock | undefined
  isOnline: boolean
}

export function BlockPanel({ till, ticketTypeId, block, isOnline }: BlockPanelProps) {
  const ask = useMutation({ mutationFn: () => till.setAside(ticketTypeId, SET_ASIDE) })
  const giveBack = useMutation({ mutationFn: (blockId: string) => till.release(blockId) })
  const left = block?.places.length ?? 0
  const failed = ask.error ?? giveBack.error
  if (!isOnline) return null
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-lg">Pour vendre sans réseau</h3>
      <p className="text-muted">
        {left > 0
          ? `${left > 1 ? `${left} places sont` : '1 place est'} de côté sur ce téléphone, et pour lui seul.`
          : 'Mettez des places de côté : elles ne seront vendues que par ce téléphone.'}
      </p>
      {failed && (
        <p role="alert" className="font-semibold text-danger">
          {(failed instanceof ApiError && failed.status > 0 && sortErrors(failed.body, []).general) ||
            'Le serveur n’a pas répondu. Réessayez.'}
        </p>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        {left < SET_ASIDE && (
          <Button
            variant="outline"
            size="lg"
            className="min-h-14"
            busy={ask.isPending}
            onClick={() => ask.mutate()}
          >
            {left > 0 ? `Compléter à ${SET_ASIDE} places` : `Mettre ${SET_ASIDE} places de côté`}
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

// By which channel one pays. Without an answer of the server there is no choice, and paying goes on all the same.
import { type RefCallback, useId } from 'react'
import type { OfferedChannel, PaymentChannel } from '@/api/generated/types.gen'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { ChannelMark } from './channel-marks'
import { CHANNEL_NAMES } from './channels'
import type { Channels } from './use-channels'

type ChannelChoiceProps = Channels & {
  ref?: RefCallback<HTMLElement>
  /** Why the server did not take the last one. */
  refused?: string
  onChoose: (channel: PaymentChannel) => void
}

export function ChannelChoice(props: ChannelChoiceProps) {
  const { ref, offered, isUnknown, chosen, isNoneOpen, refused, onChoose } = props
  const refusedId = useId()
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      aria-describedby={refused && refusedId}
      className="grid gap-1.5 outline-none"
    >
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">Payer avec</legend>
      {refused && (
        <p id={refusedId} role="alert" className="text-sm font-medium text-danger">
          {refused}
        </p>
      )}
      {/* Stays in the page, so that it is read out when the last one closes. */}
      <p
        aria-live="polite"
        className="rounded-xl bg-amber-soft px-4 py-3 font-semibold text-amber empty:hidden"
      >
        {isNoneOpen && NONE_OPEN}
      </p>
      {offered ? (
        <div className="divide-y divide-line overflow-hidden rounded-xl border border-line-strong">
          {offered.map((one) => (
            <ChannelRow
              key={one.channel}
              offered={one}
              isChosen={one.channel === chosen}
              onChoose={() => onChoose(one.channel)}
            />
          ))}
        </div>
      ) : isUnknown ? (
        <p className="text-sm text-muted">
          Le choix n'a pas pu être affiché. Vous pouvez payer quand même : la page de paiement vous guidera.
        </p>
      ) : (
        <>
          <LoadingStatus>Chargement des moyens de paiement…</LoadingStatus>
          <div className="grid gap-1.5">
            {Object.keys(CHANNEL_NAMES).map((name) => (
              <Skeleton key={name} className="h-11" />
            ))}
          </div>
        </>
      )}
    </fieldset>
  )
}

const NONE_OPEN =
  "Aucun moyen de paiement n'est ouvert pour cette commande. Nous vérifions à nouveau toutes les 15 secondes."

type ChannelRowProps = { offered: OfferedChannel; isChosen: boolean; onChoose: () => void }

function ChannelRow({ offered: { channel, is_open, reason }, isChosen, onChoose }: ChannelRowProps) {
  const reasonId = useId()
  return (
    <div className="has-checked:bg-green-soft">
      <label className={`flex min-h-12 items-center gap-3 px-4 font-semibold ${is_open ? '' : 'text-muted'}`}>
        <input
          type="radio"
          name="channel"
          value={channel}
          disabled={!is_open}
          checked={isChosen}
          onChange={onChoose}
          aria-describedby={is_open ? undefined : reasonId}
          className="size-5 accent-malachite"
        />
        <ChannelMark channel={channel} isDimmed={!is_open} />
        {CHANNEL_NAMES[channel]}
      </label>
      {!is_open && (
        <p id={reasonId} className="-mt-2 pr-4 pb-3 pl-12 text-sm text-muted">
          Indisponible. <span>{reason}</span>
        </p>
      )}
    </div>
  )
}

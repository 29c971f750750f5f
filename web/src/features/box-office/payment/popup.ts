// The provider's window. It opens blank on the very press of the button, because browsers block one that opens later.

/** A name, so that a second try takes the same window instead of piling up another. */
export const POPUP_NAME = 'tukio-payment'

const SIZE = 'popup,width=600,height=700'

/** Where the payer's page is: in its window, nowhere because the browser blocked that, or closed or lost since. */
export type PaymentPage = 'open' | 'blocked' | 'left'

export interface Popup {
  /** False when the browser blocked it, or the person closed it meanwhile. */
  show: (url: string) => boolean
  /** It was there and is no more: closed by the person, or by itself when the payer was done. */
  isGone: () => boolean
  close: () => void
  /** Closes it if there is nothing to pay in it yet: the dialog that would have brought that is gone. */
  abandon: () => void
  /** Closes it if it still shows what it was given to pay, and not another page of ours since. */
  finish: () => void
}

export function openPopup(): Popup {
  const popup = window.open('', POPUP_NAME, SIZE)
  try {
    if (popup) popup.document.body.textContent = 'Initialisation du paiement...'
  } catch {
    // Still on the provider's page of the try before.
  }
  let shown: string | undefined
  const close = () => popup?.close()
  return {
    show: (url) => {
      if (!popup || popup.closed) return false
      popup.location.href = url
      popup.focus()
      shown = new URL(url, location.href).href
      return true
    },
    isGone: () => popup?.closed ?? false,
    close,
    abandon: () => {
      if (!shown) close()
    },
    finish: () => {
      try {
        // Blank: that page is still on its way.
        if (popup && ![shown, 'about:blank'].includes(popup.location.href)) return
      } catch {
        // On the provider's own site.
      }
      close()
    },
  }
}

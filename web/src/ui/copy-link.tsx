// A link to take along: shown in full, copied by one press.
import { Copy } from 'lucide-react'
import { type RefObject, useId, useRef } from 'react'
import { Button } from './button'
import { inputClass } from './input-class'
import { showToast } from './toast-store'

const COPIED = 'Lien copié dans le presse-papiers !'
const NOT_COPIED = 'La copie a échoué : sélectionnez le lien et copiez-le.'

type CopyLinkProps = {
  label: string
  url: string
  buttonLabel: string
  field?: RefObject<HTMLInputElement | null>
}

/** `field`: for those who copy by other ways too, see `copyLink`. */
export function CopyLink({ label, url, buttonLabel, field }: CopyLinkProps) {
  const ownField = useRef<HTMLInputElement>(null)
  const input = field ?? ownField
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          readOnly
          value={url}
          onFocus={(focus) => focus.currentTarget.select()}
          className={`${inputClass} min-w-44 flex-1 truncate`}
        />
        <Button variant="outline" onClick={() => copyLink(url, input.current)} className="min-h-12">
          <Copy className="size-4.5" aria-hidden="true" />
          {buttonLabel}
        </Button>
      </div>
    </div>
  )
}

/** Copies and says so. */
export async function copyLink(url: string, field: HTMLInputElement | null): Promise<void> {
  if (await copyText(url, field)) showToast('success', COPIED, 5000)
  else showToast('warning', NOT_COPIED, 5000)
}

async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // No clipboard on plain http: the old way through the selected field.
    field?.select()
    return document.execCommand('copy')
  }
}

// A file input that looks like a button: the label is pressed, the input keeps the keyboard and the accessible name.
import type { ChangeEvent, ReactNode, Ref } from 'react'
import { PICTURE_TYPES } from '@/lib/picture-file'
import { buttonClass } from './button'

type PictureButtonProps = {
  ref?: Ref<HTMLInputElement>
  onChoose: (files: File[]) => void
  multiple?: boolean
  /** It waits and keeps the focus, like a Button. */
  busy?: boolean
  describedBy?: string
  invalid?: boolean
  className?: string
  children: ReactNode
}

export function PictureButton(props: PictureButtonProps) {
  const { ref, onChoose, multiple, busy, describedBy, invalid, children } = props
  const { className = buttonClass({ variant: 'outline' }) } = props

  function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const files = [...(input.files ?? [])]
    // So that the same file, chosen once more, is a choice again.
    input.value = ''
    if (files.length > 0) onChoose(files)
  }

  return (
    <label
      className={`cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-malachite has-aria-disabled:pointer-events-none has-aria-disabled:opacity-55 ${className}`}
    >
      <input
        ref={ref}
        type="file"
        accept={PICTURE_TYPES}
        multiple={multiple}
        onClick={busy ? (event) => event.preventDefault() : undefined}
        onChange={choose}
        aria-disabled={busy || undefined}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className="sr-only"
      />
      {children}
    </label>
  )
}

// A file input that looks like a button: the label is pressed, the input keeps the keyboard and the accessible name.
import type { ChangeEvent, ReactNode } from 'react'
import { PICTURE_TYPES } from '@/lib/picture-file'
import { buttonClass } from './button'

type PictureButtonProps = {
  onChoose: (files: File[]) => void
  multiple?: boolean
  disabled?: boolean
  describedBy?: string
  invalid?: boolean
  className?: string
  children: ReactNode
}

export function PictureButton(props: PictureButtonProps) {
  const { onChoose, multiple, disabled, describedBy, invalid, children } = props
  const { className = buttonClass({ variant: 'outline' }) } = props

  function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const files = [...(input.files ?? [])]
    // So that the same file, chosen once more, is a choice again.
    input.value = ''
    if (files.length > 0) onChoose(files)
  }

  return (
    <label
      className={`cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-malachite has-disabled:pointer-events-none has-disabled:opacity-55 ${className}`}
    >
      <input
        type="file"
        accept={PICTURE_TYPES}
        multiple={multiple}
        disabled={disabled}
        onChange={choose}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className="sr-only"
      />
      {children}
    </label>
  )
}

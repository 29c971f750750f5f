// A line below the top bar that says what has happened; a tap deals with it.
import type { ReactNode } from 'react'

const TONES = { plain: 'bg-on-night/15', warning: 'bg-[#ffb52e] text-[#1c1000]' }

type NoticeButtonProps = { tone?: keyof typeof TONES; onClick: () => void; children: ReactNode }

export function NoticeButton({ tone = 'plain', onClick, children }: NoticeButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`mx-3 mt-2 min-h-14 rounded-xl px-3 text-left font-bold ${TONES[tone]}`}
    >
      {children}
    </button>
  )
}

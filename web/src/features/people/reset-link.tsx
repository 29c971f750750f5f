// The way back to everybody.
import { Link } from '@tanstack/react-router'
import { buttonClass } from '@/ui/button'

type ResetLinkProps = { variant: 'quiet' | 'primary'; onReset: () => void }

export function ResetLink({ variant, onReset }: ResetLinkProps) {
  return (
    <Link
      to="/users"
      resetScroll={false}
      activeOptions={{ exact: true }}
      onClick={onReset}
      className={buttonClass({ variant })}
    >
      Réinitialiser
    </Link>
  )
}

// The signs of the networks people share on; lucide has no brands.
import type { ComponentProps } from 'react'

type IconProps = ComponentProps<'svg'>

function Glyph({ path, ...rest }: IconProps & { path: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" {...rest}>
      <path d={path} />
    </svg>
  )
}

export function FacebookIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      path="M14 13.5h2.5l1-4H14v-2c0-1.03 0-2 2-2h1.5V2.14c-.33-.04-1.56-.14-2.86-.14C11.93 2 10 3.66 10 6.7v2.8H7v4h3V22h4z"
    />
  )
}

export function XIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      path="M17.75 3h3.07l-6.7 7.66L22 21h-6.17l-4.83-6.32L5.47 21H2.4l7.16-8.19L2 3h6.33l4.37 5.78zm-1.08 16.17h1.7L7.4 4.74H5.58z"
    />
  )
}

export function InstagramIcon(props: IconProps) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true" {...props}>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="17.2" cy="6.8" r="1.2" fill="currentColor" stroke="none" />
    </svg>
  )
}

export function WhatsAppIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      path="M12.04 2a9.9 9.9 0 0 0-8.5 14.97L2.1 22l5.15-1.35A9.9 9.9 0 1 0 12.04 2m0 18.12a8.2 8.2 0 0 1-4.19-1.15l-.3-.18-3.05.8.81-2.98-.2-.31a8.22 8.22 0 1 1 6.93 3.82m4.51-6.16c-.25-.12-1.46-.72-1.69-.8-.23-.09-.39-.13-.56.12-.16.24-.64.8-.78.97-.15.16-.29.18-.54.06a6.7 6.7 0 0 1-1.99-1.23 7.5 7.5 0 0 1-1.38-1.71c-.14-.25-.01-.38.11-.5l.37-.44c.13-.14.17-.25.25-.41s.04-.31-.02-.43c-.06-.13-.56-1.34-.76-1.84-.2-.48-.41-.42-.56-.42l-.48-.01a.9.9 0 0 0-.66.3c-.23.25-.87.85-.87 2.07s.89 2.4 1.01 2.56c.13.17 1.75 2.67 4.23 3.74.59.26 1.05.41 1.41.52.6.19 1.13.16 1.56.1.48-.07 1.46-.6 1.67-1.18s.2-1.07.14-1.17c-.06-.11-.22-.17-.47-.3"
    />
  )
}

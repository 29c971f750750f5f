// A link of the menus, by plain address: ui/ doesn't know the routes, and the typed Link would have to.
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

type NavLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

const AnyLink = Link as unknown as (props: NavLinkProps & { activeOptions?: object }) => ReactNode

/** Marks itself with aria-current="page" on its page; "/" only there, the others on the pages below them too. */
export function NavLink(props: NavLinkProps) {
  return <AnyLink {...props} activeOptions={{ exact: props.to === '/', includeSearch: false }} />
}

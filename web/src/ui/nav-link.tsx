// A link of the menus, by plain address: ui/ doesn't know the routes, and the typed Link would have to.
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

type NavLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; exact?: boolean }

type AnyLinkProps = Omit<NavLinkProps, 'exact'> & { activeOptions?: object }

const AnyLink = Link as unknown as (props: AnyLinkProps) => ReactNode

/** Marks itself with aria-current="page" on its page, and on the pages below it unless it is exact; "/" always is. */
export function NavLink({ exact = false, ...props }: NavLinkProps) {
  return <AnyLink {...props} activeOptions={{ exact: exact || props.to === '/', includeSearch: false }} />
}

/** The page a `next` link leads to. */
export function pageNumber(next: string | null | undefined): number | undefined {
  const page = Number(next?.match(/[?&]page=(\d+)/)?.[1])
  return page > 1 ? page : undefined
}

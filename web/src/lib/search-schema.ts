// Search parameters as schemas. What is not allowed counts as not given: an old or a strange link shows a page, never an
// error. Every page carries this file, because any page may link to any other.
import * as v from 'valibot'

type Entries = Record<string, v.GenericSchema<unknown, unknown>>
/** Links are written with what the schema reads, so that they are checked as strictly. */
type SearchSchema<Search extends object> = v.GenericSchema<Search, Search>
type Given<Params extends Entries> = v.InferOutput<v.ObjectSchema<Params, undefined>>

/**
 * A page's search parameters: only what is set and allowed, as query keys have it. `agree` settles what can't stand
 * beside each other.
 */
export function searchSchema<const Params extends Entries, Search extends object = Given<Params>>(
  params: Params,
  agree?: (given: Given<Params>) => Search,
) {
  const schema = v.pipe(
    v.object(params),
    v.transform((given) => onlySet(agree ? agree(given) : given)),
  )
  return schema as unknown as SearchSchema<Search>
}

/** What the schema of a page makes of parameters, whatever they are: those it does not know are left out. */
export function readSearch<Search extends object>(schema: SearchSchema<Search>, given: object): Search {
  const { success, output } = v.safeParse(schema, given)
  if (!success) throw new TypeError('a search parameter has no fallback')
  return output
}

/** One parameter of a page. */
export function param<Output>(schema: v.GenericSchema<unknown, Output>) {
  return v.fallback(v.optional(schema), undefined)
}

/** The search parameters of a page behind the link of a mail. A link without its token is refused like an old one. */
export const linkTokenSchema = searchSchema({ token: v.fallback(v.string(), '') })

/** The first of the values under one name, as text. */
export const firstText = v.pipe(
  v.unknown(),
  v.transform((value) => texts(value)[0]),
  v.string(),
)

/** Those of the values under one name that stand in a list, each once. */
export function someOf<Item extends string>(list: readonly Item[]) {
  return param(
    v.pipe(
      v.unknown(),
      v.transform((value) =>
        [...new Set(texts(value))].flatMap((text) => list.find((item) => item === text) ?? []),
      ),
      v.minLength(1),
    ),
  )
}

/** The values under one name: a form that gives none, one or several writes them all alike. */
export function texts(value: unknown): string[] {
  return [value]
    .flat()
    .filter((item) => item !== undefined && item !== null)
    .map(String)
}

function onlySet(search: object): object {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

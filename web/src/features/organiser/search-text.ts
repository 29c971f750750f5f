import * as v from 'valibot'
import { firstText, param } from '@/lib/search-schema'

/** Words that are searched for, in the address of a list. */
export const searchText = param(v.pipe(firstText, v.trim(), v.minLength(1), v.maxLength(100)))

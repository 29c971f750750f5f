// Rules over several fields of a form, told at one of them.
import type { ObjectPathItem } from 'valibot'

/** What is wrong with one field of an object, for the `addIssue` of valibot's `rawCheck`. */
export function issueAt<Input extends Record<string, unknown>>(
  input: Input,
  key: keyof Input & string,
  message: string,
): { message: string; path: [ObjectPathItem] } {
  return { message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] }
}

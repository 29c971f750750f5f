// Stands in for the generated client's serialisers of parameters, which know every style of OpenAPI. This API has two:
// plain values, and lists as repeated names. Every page carries this code, so it carries no more.

type Parameter<Value> = { name: string; value: Value }

export function serializePrimitiveParam({ name, value }: Parameter<unknown>): string {
  return `${name}=${encodeURIComponent(String(value))}`
}

export function serializeArrayParam({ name, value }: Parameter<unknown[]>): string {
  return value.map((item) => serializePrimitiveParam({ name, value: item })).join('&')
}

export function serializeObjectParam({ name }: { name: string }): never {
  throw new Error(`${name}: this API takes no objects as parameters`)
}

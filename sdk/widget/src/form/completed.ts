import type * as zod from 'zod'

type Values = Readonly<Record<string, unknown>>

/** What a form shows of nothing: a box that is not ticked, no choice, an empty text, list or group. */
const beginnings = [false, null, '', [], {}] as const

/**
 * `value` with the members that its schema demands and that may be as the form shows them already. The same object when there
 * are none.
 */
export function completed(shape: Readonly<Record<string, zod.ZodType>>, value: Values): Values {
  const found = Object.entries(shape).flatMap(([name, schema]) => {
    if (value[name] !== undefined || schema.safeParse(undefined).success) return []
    const beginning = beginnings.find((one) => schema.safeParse(one).success)
    return beginning === undefined ? [] : [[name, beginning] as const]
  })
  return found.length === 0 ? value : { ...value, ...Object.fromEntries(found) }
}

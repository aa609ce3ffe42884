import type * as zod from 'zod'

type Values = Readonly<Record<string, unknown>>

/** How a form displays a missing value: unchecked, none selected, or an empty text, list or group. */
const emptyValues = [false, null, '', [], {}] as const

/** Adds missing required members whose empty value is valid. Returns the same object if there are none. */
export function withRequiredValues(shape: Readonly<Record<string, zod.ZodType>>, value: Values): Values {
  const added = Object.entries(shape).flatMap(([name, schema]) => {
    if (value[name] !== undefined || schema.safeParse(undefined).success) return []
    const empty = emptyValues.find((candidate) => schema.safeParse(candidate).success)
    return empty === undefined ? [] : [[name, empty] as const]
  })
  return added.length === 0 ? value : { ...value, ...Object.fromEntries(added) }
}

import { OptionalKind } from '@sinclair/typebox'
import { describeSchema } from './describe-schema.ts'
import type { ConfigKey } from './fragment.ts'
import type { Source } from './sources.ts'
import { valueAt } from './table.ts'
import { sectionErrors, valueErrors } from './validate.ts'
import { valuesOf } from './values.ts'

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) deepFreeze(child)
  return Object.freeze(value)
}

function setAt(slice: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let section = slice
  for (const key of path.slice(0, -1)) {
    if (!Object.hasOwn(section, key)) section[key] = {}
    section = section[key] as Record<string, unknown>
  }
  if (value !== undefined) section[path.at(-1) as string] = value
}

/**
 * The configuration slice of one owner, frozen, with all validation errors. Overridden values are validated too: an
 * invalid value is a mistake wherever it is set.
 */
export function evaluate(keys: readonly ConfigKey[], sources: readonly Source[]): { slice: object; errors: string[] } {
  const slice: Record<string, unknown> = {}
  const errors = new Set<string>()
  for (const key of keys) {
    const values = valuesOf(key, sources)
    const keyErrors = [...sectionErrors(key, sources), ...valueErrors(key, values)]
    for (const error of keyErrors) errors.add(error)
    const value = structuredClone(values.length > 0 ? values.at(-1)?.value : key.schema.default)
    setAt(slice, key.slicePath, value)
    if (value === undefined && keyErrors.length === 0 && !(OptionalKind in key.schema)) {
      errors.add(
        `${key.path} is required: set it to ${describeSchema(key.schema)} in the configuration file or in ${key.env}`,
      )
    }
  }
  return { slice: deepFreeze(slice), errors: [...errors] }
}

/** A slice with its secrets redacted, for logs. */
export function redactedSlice(keys: readonly ConfigKey[], slice: object): Record<string, unknown> {
  return Object.fromEntries(
    keys.map((key) => [key.path, key.schema.secret ? '[redacted]' : valueAt(slice, key.slicePath)]),
  )
}

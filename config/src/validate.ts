import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { describeSchema } from './describe-schema.ts'
import type { ConfigKey } from './fragment.ts'
import type { Source } from './sources.ts'
import { isTable, valueAt } from './table.ts'
import type { ConfigValue } from './values.ts'

const isSecret = (schema: TSchema): boolean => Boolean(schema.secret || (schema.items && isSecret(schema.items)))

/** `, not "value"`; nothing for secrets. */
function formatActual(value: unknown, schema: TSchema): string {
  if (isSecret(schema)) return ''
  const text = JSON.stringify(value) ?? String(value)
  return `, not ${text.length > 80 ? `${text.slice(0, 80)}...` : text}`
}

/** Validation errors of the values given for a key: one sentence each, with location, rule and value. */
export function valueErrors({ schema }: ConfigKey, values: readonly ConfigValue[]): string[] {
  if (values.length === 0) return []
  const check = TypeCompiler.Compile(schema)
  return values.flatMap(({ value, location }) => {
    const isValid: boolean = check.Check(value)
    if (isValid) return []
    if (schema.type === 'array' && Array.isArray(value)) {
      const items = TypeCompiler.Compile(schema.items as TSchema)
      const index = value.findIndex((item: unknown) => !items.Check(item))
      if (index !== -1) {
        return `every item of ${location} must be ${describeSchema(schema.items)}${formatActual(value[index], schema)}`
      }
    }
    return `${location} must be ${describeSchema(schema)}${formatActual(value, schema)}`
  })
}

/** Errors for sections that a file sets to a plain value, which would hide the keys below them. */
export function sectionErrors({ path }: ConfigKey, sources: readonly Source[]): string[] {
  const keys = path.split('.').slice(0, -1)
  return sources.flatMap((source) => {
    if (source.kind === 'env') return []
    const sections = keys.map((_, depth) => keys.slice(0, depth + 1))
    const invalid = sections.find((section) => {
      const value = valueAt(source.table, section)
      return value !== undefined && !isTable(value)
    })
    return invalid ? [`${invalid.join('.')} in ${source.name} must be a table`] : []
  })
}

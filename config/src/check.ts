import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { Leaf } from './fragment.ts'
import type { Mention } from './mention.ts'
import { ruleOf } from './rule.ts'
import type { Source } from './sources.ts'
import { at, isTable } from './table.ts'

const isSecret = (schema: TSchema): boolean => Boolean(schema.secret || (schema.items && isSecret(schema.items)))

function shown(value: unknown, { schema }: Leaf): string {
  if (isSecret(schema)) return 'the given value'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 80)}...` : text
}

/** What is wrong with the values of a key: place, rule and value in one sentence each. */
export function valueFaults(leaf: Leaf, mentions: readonly Mention[]): string[] {
  if (mentions.length === 0) return []
  const { schema } = leaf
  const check = TypeCompiler.Compile(schema)
  return mentions.flatMap(({ value, place }) => {
    const fits: boolean = check.Check(value)
    if (fits) return []
    if (schema.type === 'array' && Array.isArray(value)) {
      const items = TypeCompiler.Compile(schema.items as TSchema)
      const index = value.findIndex((item: unknown) => !items.Check(item))
      if (index !== -1) {
        return `${place} has an item that must be ${ruleOf(schema.items)}, not ${shown(value[index], leaf)}`
      }
    }
    return `${place} must be ${ruleOf(schema)}, not ${shown(value, leaf)}`
  })
}

/** A section that a file sets to a plain value hides the keys below it. */
export function sectionFaults({ path }: Leaf, sources: readonly Source[]): string[] {
  const keys = path.split('.').slice(0, -1)
  return sources.flatMap((source) => {
    if (source.kind === 'env') return []
    const sections = keys.map((_, depth) => keys.slice(0, depth + 1))
    const hidden = sections.find((section) => {
      const value = at(source.table, section)
      return value !== undefined && !isTable(value)
    })
    return hidden ? [`${hidden.join('.')} in ${source.name} must be a table`] : []
  })
}

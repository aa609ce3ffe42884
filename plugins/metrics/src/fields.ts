import { columns, type MetricColumn } from './columns.ts'
import { badQuery } from './query.ts'

const names = columns.map(({ name }) => name)

/** The columns a query asks for by name, each once, in the order of the table; all of them when it does not say. */
export function parseFields(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  const asked = text.split(',')
  if (asked.some((name) => !names.includes(name))) {
    throw badQuery('fields', `must be names of metrics with commas between them: ${names.join(', ')}`)
  }
  return names.filter((name) => asked.includes(name))
}

/** Columns by name. */
export const columnsOf = (fields?: readonly string[]): readonly MetricColumn[] =>
  fields ? columns.filter(({ name }) => fields.includes(name)) : columns

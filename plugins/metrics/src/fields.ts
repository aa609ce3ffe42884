import { columns, type MetricColumn } from './columns.ts'
import { badQuery } from './query.ts'

const names = columns.map(({ name }) => name)

/** Parses `fields` into unique column names in table order. Undefined (all columns) without it. */
export function parseFields(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  const requested = text.split(',')
  if (requested.some((name) => !names.includes(name))) {
    throw badQuery('fields', `must be a comma-separated list of metrics: ${names.join(', ')}`)
  }
  return names.filter((name) => requested.includes(name))
}

/** The columns with these names; all without `fields`. */
export const columnsOf = (fields?: readonly string[]): readonly MetricColumn[] =>
  fields ? columns.filter(({ name }) => fields.includes(name)) : columns

import { type TSchema, Type } from '@sinclair/typebox'
import { Nullable } from '@svc/plugin-sdk'
import type { MetricRow } from './columns.ts'

const kinds = { INTEGER: Type.Integer, REAL: Type.Number, TEXT: Type.String }

type Declared = Pick<MetricRow, 'name' | 'unit' | 'type' | 'nullable'>

/** The members of a record in the API that come from columns. */
export const columnSchemas = (of: readonly Declared[]): Record<string, TSchema> =>
  Object.fromEntries(
    of.map(({ name, unit, type, nullable }) => {
      const schema = kinds[type]({ description: unit })
      return [name, nullable ? Nullable(schema) : schema]
    }),
  )

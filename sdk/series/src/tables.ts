import { numberBits } from './keys.ts'

export type Unit = 'minute' | 'hour' | 'day'

const unitSeconds = { minute: 60, hour: 3600, day: 86_400 } as const

/** Blocks of complete periods. */
export interface Blocks {
  readonly table: string
  /** what a block is of, and the name of the column for retention */
  readonly unit: Exclude<Unit, 'minute'>
}

/** SQL of a table with a row per server and unit of time, keyed by `packKey`. Deliberately without another index. */
export const createRows = (table: string, columns: string): string =>
  `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, ${columns}) STRICT;`

/** SQL of a table with a row per server and complete period, keyed by `packPeriod`. The index is for retention. */
export const createPeriods = (table: string, unit: Unit, columns: string): string => `
  CREATE TABLE ${table} (id INTEGER PRIMARY KEY, ${unit} INTEGER NOT NULL, ${columns}) STRICT;
  CREATE INDEX ${table}_by_${unit} ON ${table} (${unit});`

export const createBlocks = ({ table, unit }: Blocks): string => createPeriods(table, unit, 'block BLOB NOT NULL')

/** What to contribute to `system.retentionTiers` for a table of `createRows`. */
export const rowsTier = (table: string, unit: Unit, days: number) => ({
  table,
  column: 'id',
  days,
  packed: { shift: numberBits, unitSeconds: unitSeconds[unit] },
})

/** The same for one with a column of the unit, as `createPeriods` makes it. */
export const periodsTier = (table: string, unit: Unit, days: number) => ({
  table,
  column: unit,
  days,
  packed: { shift: 0, unitSeconds: unitSeconds[unit] },
})

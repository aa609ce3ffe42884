import type { Migration } from '@svc/plugin-sdk'
import { columns, type MetricColumn } from './columns.ts'
import { costMigrations } from './cost/migrations.ts'
import { gapMigrations } from './gaps/migrations.ts'
import { gpuMigrations } from './gpu/gpu-migrations.ts'
import { trafficMigrations } from './traffic/migrations.ts'
import { uptimeMigrations } from './uptime/migrations.ts'

const declare = ({ name, type, nullable }: MetricColumn) => `${name} ${type}${nullable ? '' : ' NOT NULL'}`

/** Raw records; `id` = `minute << 20 | server number`. Deliberately no other index. */
const createRecords = (declared: string) => `CREATE TABLE metrics_records (id INTEGER PRIMARY KEY, ${declared}) STRICT`

/** Data per server and hour; `id` = `server number << 24 | hour`. The index is for retention. */
const createHours = (declared: string) => `
  CREATE TABLE metrics_hourly_records (id INTEGER PRIMARY KEY, hour INTEGER NOT NULL, ${declared}) STRICT;
  CREATE INDEX metrics_hourly_records_by_hour ON metrics_hourly_records (hour);
  CREATE TABLE metrics_sealed_hours (id INTEGER PRIMARY KEY, hour INTEGER NOT NULL, block BLOB NOT NULL) STRICT;
  CREATE INDEX metrics_sealed_hours_by_hour ON metrics_sealed_hours (hour);`

/**
 * Migrations of the tables with a column per metric: 1 creates the raw records, 2 the hourly records, and every later
 * number adds its columns to both. Declared columns are never removed or changed, so released migrations never change.
 */
export function recordMigrations(declared: readonly MetricColumn[]): Migration[] {
  const until = (last: number) =>
    declared
      .filter(({ since }) => since <= last)
      .map(declare)
      .join(', ')
  const later = [...new Set(declared.map(({ since }) => since))].filter((since) => since > 1).sort((a, b) => a - b)
  const added = (since: number): Migration => ({
    name: `${String(since).padStart(3, '0')}-record-columns`,
    up(db) {
      for (const column of declared.filter((one) => one.since === since).map(declare)) {
        for (const table of ['metrics_records', 'metrics_hourly_records']) {
          db.exec(`ALTER TABLE ${table} ADD COLUMN ${column}`)
        }
      }
    },
  })
  return [
    { name: '001-records', up: (db) => db.exec(createRecords(until(1))) },
    { name: '002-sealed-hours', up: (db) => db.exec(createHours(until(1))) },
    ...later.map(added),
  ]
}

/** Sealed hourly records of complete days; `id` = `server number << 24 | day`. The index is for retention. */
const sealedDays: Migration = {
  name: '106-sealed-days',
  up: (db) =>
    db.exec(`
      CREATE TABLE metrics_sealed_days (id INTEGER PRIMARY KEY, day INTEGER NOT NULL, block BLOB NOT NULL) STRICT;
      CREATE INDEX metrics_sealed_days_by_day ON metrics_sealed_days (day);`),
}

const inOrder = (steps: readonly Migration[]) => steps.toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Migrations that do not derive from declared columns are numbered from 101 on. */
export const migrations: readonly Migration[] = inOrder([
  ...recordMigrations(columns),
  ...gpuMigrations,
  ...trafficMigrations,
  ...uptimeMigrations,
  ...costMigrations,
  ...gapMigrations,
  sealedDays,
])

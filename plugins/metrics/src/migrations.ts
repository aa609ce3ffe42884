import type { Migration } from '@svc/plugin-sdk'
import { createBlocks, createPeriods, createRows } from '@svc/series'
import { columns, type MetricColumn } from './columns.ts'
import { gpuColumns } from './gpu-columns.ts'
import { hours, minutes } from './record-block.ts'

const declare = ({ name, type, nullable }: MetricColumn) => `${name} ${type}${nullable ? '' : ' NOT NULL'}`

/**
 * Migrations of the tables with a column per metric: 1 creates the raw records, 2 the hourly and sealed records, and every later
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
    { name: '001-records', up: (db) => db.exec(createRows('metrics_records', until(1))) },
    {
      name: '002-sealed-records',
      up(db) {
        db.exec(createPeriods('metrics_hourly_records', 'hour', until(1)))
        for (const { blocks } of [minutes, hours]) db.exec(createBlocks(blocks))
      },
    },
    ...later.map(added),
  ]
}

const gpuColumnTypes = gpuColumns.map(({ name, type }) => `${name} ${type} NOT NULL`).join(', ')

/** Migrations that do not derive from declared columns are numbered from 101 on. */
export const migrations: readonly Migration[] = [
  ...recordMigrations(columns),
  {
    // `number` is the server number; the second index is for retention
    name: '101-gpu-records',
    up: (db) =>
      db.exec(`
        CREATE TABLE metrics_gpu_records (
          id INTEGER PRIMARY KEY, number INTEGER NOT NULL, minute INTEGER NOT NULL, ${gpuColumnTypes}
        ) STRICT;
        CREATE UNIQUE INDEX metrics_gpu_records_by_device ON metrics_gpu_records (number, minute, device_index);
        CREATE INDEX metrics_gpu_records_by_minute ON metrics_gpu_records (minute);`),
  },
  {
    // Keys are `hour << 20 | server number` and `day << 20 | server number`; days are in the configured time zone. Counters
    // are written every minute; holes are much larger but rare. The plugin accounting takes these tables over.
    name: '102-traffic',
    up: (db) =>
      db.exec(`
        CREATE TABLE metrics_traffic_counters (
          number INTEGER PRIMARY KEY, minute INTEGER NOT NULL, last_in INTEGER NOT NULL, last_out INTEGER NOT NULL,
          uptime INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE metrics_traffic_holes (number INTEGER PRIMARY KEY, holes TEXT NOT NULL) STRICT;
        CREATE TABLE metrics_traffic_hourly (
          id INTEGER PRIMARY KEY, bytes_in INTEGER NOT NULL, bytes_out INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE metrics_traffic_daily (
          id INTEGER PRIMARY KEY, bytes_in INTEGER NOT NULL, bytes_out INTEGER NOT NULL
        ) STRICT;`),
  },
  {
    // `id` = `UTC day << 20 | server number`; `minutes` as packed by `minute-set.ts`. Number 0 is this program itself.
    name: '103-uptime',
    up: (db) => db.exec('CREATE TABLE metrics_uptime_days (id INTEGER PRIMARY KEY, minutes BLOB NOT NULL) STRICT'),
  },
  {
    // sums per server and hour; `id` = `hour << 20 | server number`; accounting takes this table over
    name: '104-activity',
    up: (db) =>
      db.exec(`
        CREATE TABLE metrics_activity_hours (
          id INTEGER PRIMARY KEY, last_minute INTEGER NOT NULL, samples INTEGER NOT NULL, cpu REAL NOT NULL,
          memory REAL NOT NULL, busy INTEGER NOT NULL
        ) STRICT`),
  },
  {
    // start times of agents (`host` 0) and hosts (`host` 1), in epoch seconds by this program's clock
    name: '105-agent-starts',
    up: (db) =>
      db.exec(`
        CREATE TABLE metrics_agent_starts (
          number INTEGER NOT NULL, host INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (number, host, at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX metrics_agent_starts_by_at ON metrics_agent_starts (at);`),
  },
]

import type { Migration } from '@svc/plugin-sdk'
import { columns, type MetricColumn } from './columns.ts'
import { gpuColumns } from './gpu-columns.ts'

const declare = ({ name, type, nullable }: MetricColumn) => `${name} ${type}${nullable ? '' : ' NOT NULL'}`

/** Raw records; `id` = `minute << 20 | server number`. Deliberately no other index. */
const createRecords = (declared: string) => `CREATE TABLE metrics_records (id INTEGER PRIMARY KEY, ${declared}) STRICT`

/** Data per server and hour or day; `id` = `server number << 24 | hour or day`. The second indexes are for retention. */
const createSealed = (declared: string) => `
  CREATE TABLE metrics_hourly_records (id INTEGER PRIMARY KEY, hour INTEGER NOT NULL, ${declared}) STRICT;
  CREATE INDEX metrics_hourly_records_by_hour ON metrics_hourly_records (hour);
  CREATE TABLE metrics_sealed_hours (id INTEGER PRIMARY KEY, hour INTEGER NOT NULL, block BLOB NOT NULL) STRICT;
  CREATE INDEX metrics_sealed_hours_by_hour ON metrics_sealed_hours (hour);
  CREATE TABLE metrics_sealed_days (id INTEGER PRIMARY KEY, day INTEGER NOT NULL, block BLOB NOT NULL) STRICT;
  CREATE INDEX metrics_sealed_days_by_day ON metrics_sealed_days (day);`

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
    { name: '001-records', up: (db) => db.exec(createRecords(until(1))) },
    { name: '002-sealed-records', up: (db) => db.exec(createSealed(until(1))) },
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

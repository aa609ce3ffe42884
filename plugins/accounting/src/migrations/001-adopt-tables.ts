import type { Migration } from '@svc/plugin-sdk'

const tables = ['traffic_counters', 'traffic_holes', 'traffic_hourly', 'traffic_daily', 'activity_hours']

/**
 * Takes over the tables that metrics creates. Keys of the sums are `hour << 20 | server number` and
 * `day << 20 | server number`; days are in the configured time zone.
 */
export const adoptTables: Migration = {
  name: '001-adopt-tables',
  adopts: tables.map((table) => `metrics_${table}`),
  up(db) {
    for (const table of tables) db.exec(`ALTER TABLE metrics_${table} RENAME TO accounting_${table}`)
  },
}

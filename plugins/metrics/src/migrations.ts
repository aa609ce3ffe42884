import type { Migration } from '@svc/plugin-sdk'
import { columns, type MetricColumn } from './columns.js'

const declare = ({ name, type, nullable }: MetricColumn) => `${name} ${type}${nullable ? '' : ' NOT NULL'}`

/**
 * The steps of the hot table: the columns of `since` 1 create it, and every later number is a step that adds its
 * columns. A declared column is never removed or changed, so a released step never changes either.
 *
 * `id` is `minute << 20 | server number`; there is no other index on purpose.
 */
export function recordMigrations(declared: readonly MetricColumn[]): Migration[] {
  const steps = [...new Set(declared.map((column) => column.since))].sort((a, b) => a - b)
  return steps.map((since) => {
    const added = declared.filter((column) => column.since === since).map(declare)
    const number = String(since).padStart(3, '0')
    return since === 1
      ? {
          name: `${number}-records`,
          up: (db) => db.exec(`CREATE TABLE metrics_records (id INTEGER PRIMARY KEY, ${added.join(', ')}) STRICT`),
        }
      : {
          name: `${number}-record-columns`,
          up: (db) => {
            for (const column of added) db.exec(`ALTER TABLE metrics_records ADD COLUMN ${column}`)
          },
        }
  })
}

export const migrations: readonly Migration[] = recordMigrations(columns)

import Database from 'better-sqlite3'
import type { Session } from '../fleet/session.ts'

/** The five metrics that are requested. */
export const five = ['cpu', 'mem_used', 'disk_used', 'net_in_speed', 'net_out_speed'] as const

type Value = number | string | null
type Answer = ({ time: string } & Record<string, Value>)[]

export interface Rows {
  /** Reads five metrics of a server, as a program with one row per record would. */
  read(table: 'raw' | 'hourly', server: number, from: number, to: number): unknown[]
  close(): void
}

/**
 * The records of some servers in a plain table keyed by server and time (`WITHOUT ROWID`), the layout that reads the
 * history of one server fastest. Copied from the measured server, so both contain the same records.
 */
export async function copyRows(
  file: string,
  admin: Session,
  ids: readonly string[],
  spans: Record<'raw' | 'hourly', { from: string; to: string }>,
): Promise<Rows> {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  for (const table of ['raw', 'hourly'] as const) {
    let insert: Database.Statement<Value[]> | undefined
    for (const [server, id] of ids.entries()) {
      const query = new URLSearchParams({ ...spans[table], interval: table })
      const rows = await admin.call<Answer>('GET', `/api/servers/${id}/records?${query}`)
      const names = Object.keys(rows[0] ?? {}).filter((name) => !['id', 'server_id', 'time'].includes(name))
      if (!insert) {
        db.exec(`CREATE TABLE ${table} (server INTEGER, time INTEGER, ${names.join(', ')}, PRIMARY KEY (server, time))
          WITHOUT ROWID`)
        insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?${', ?'.repeat(names.length)})`)
      }
      const put = insert
      db.transaction(() => {
        for (const row of rows) put.run(server, Date.parse(row.time) / 1000, ...names.map((name) => row[name] ?? null))
      })()
    }
  }
  const reading = (table: string) =>
    db.prepare(`SELECT time, ${five.join(', ')} FROM ${table} WHERE server = ? AND time BETWEEN ? AND ? ORDER BY time`)
  const read = { raw: reading('raw'), hourly: reading('hourly') }
  return { read: (table, server, from, to) => read[table].all(server, from, to), close: () => db.close() }
}

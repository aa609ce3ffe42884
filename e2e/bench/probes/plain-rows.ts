import Database from 'better-sqlite3'
import type { Session } from '../fleet/session.ts'

interface Answered {
  readonly target_id: string
  readonly timestamp: string
  readonly avg_latency: number | null
  readonly min_latency: number | null
  readonly max_latency: number | null
  readonly packet_loss: number
  readonly packet_sent: number
  readonly packet_received: number
}

const marks = '(?, ?, ?, ?, ?, ?, ?, ?, ?)'

/**
 * Records with one plain row each, keyed by server, target and time: the order that reads a server's chart fastest.
 * Copied from the measured server, so both contain the same records.
 */
export async function plainRows(
  file: string,
  admin: Session,
  ids: readonly string[],
  span: { from: string; to: string },
) {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  const columns = 'avg_latency, min_latency, max_latency, packet_loss, packet_sent, packet_received'
  for (const table of ['rounds', 'incoming']) {
    db.exec(`CREATE TABLE ${table} (server INTEGER, target INTEGER, time INTEGER, ${columns},
      PRIMARY KEY (server, target, time)) WITHOUT ROWID`)
  }
  const put = db.prepare(`INSERT INTO rounds VALUES ${marks}`)
  const targets = await admin.call<{ id: string }[]>('GET', `/api/servers/${ids[0]}/network-probes/targets`)
  let count = 0
  for (const [server, id] of ids.entries()) {
    for (const [target, { id: target_id }] of targets.entries()) {
      const query = new URLSearchParams({ ...span, target_id })
      const rows = await admin.call<Answered[]>('GET', `/api/servers/${id}/network-probes/records?${query}`)
      count += rows.length
      db.transaction(() => {
        for (const row of rows) {
          const { avg_latency, min_latency, max_latency, packet_loss, packet_sent, packet_received } = row
          const time = Date.parse(row.timestamp) / 1000
          put.run(
            server,
            target,
            time,
            avg_latency,
            min_latency,
            max_latency,
            packet_loss,
            packet_sent,
            packet_received,
          )
        }
      })()
    }
  }
  const one = db.prepare(`SELECT time, ${columns} FROM rounds WHERE server = ? AND target = ? ORDER BY time`)
  const size = db.prepare<[], number>("SELECT sum(pgsize) FROM dbstat WHERE name = 'rounds'").pluck()
  const add = db.prepare(`INSERT INTO incoming VALUES ${marks}`)
  return {
    /** The day of a server, by target; `only` selects one target. */
    read: (server: number, only?: number) =>
      targets.flatMap((_, target) => (only === undefined || only === target ? one.all(server, target) : [])),
    /** Milliseconds to write a minute of `servers` in one transaction. */
    write(servers: number, time: number): number {
      const began = performance.now()
      db.transaction(() => {
        for (let server = 0; server < servers; server++) {
          for (const target of targets.keys()) add.run(server, target, time, 20.125, 18.5, 24.25, 0, 10, 10)
        }
      })()
      return performance.now() - began
    },
    bytes: () => (size.get() ?? Number.NaN) / count,
    close: () => void db.close(),
  }
}

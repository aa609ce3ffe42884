import type { Database } from '@svc/plugin-sdk'

export type Started = 'agent' | 'host'
const hostOf = { agent: 0, host: 1 } as const

/** Seconds by which one start may seem to differ between two connections: latency, rounding, a clock that is corrected. */
const tolerance = 30
/** Starts of one server that are kept: a dozen a day. An agent that lies must not fill the table. */
const most = 5_000

/** When agents and hosts started. */
export function agentStartsStore(db: Database) {
  const near = db.prepare<[number, number, number, number], { at: number }>(
    'SELECT at FROM metrics_agent_starts WHERE number = ? AND host = ? AND at BETWEEN ? AND ? LIMIT 1',
  )
  const insert = db.prepare<[number, number, number]>(
    'INSERT INTO metrics_agent_starts (number, host, at) VALUES (?, ?, ?)',
  )
  const limit = db.prepare<[{ number: number; host: number }]>(`
    DELETE FROM metrics_agent_starts WHERE number = @number AND host = @host AND at <= (
      SELECT at FROM metrics_agent_starts WHERE number = @number AND host = @host ORDER BY at DESC LIMIT 1 OFFSET ${most})`)
  const until = db.prepare<[number, number, number], { at: number }>(
    'SELECT at FROM metrics_agent_starts WHERE number = ? AND host = ? AND at < ? ORDER BY at',
  )
  return {
    /** Notes a start, in epoch seconds; one that is known changes nothing. */
    note(number: number, what: Started, at: number) {
      const host = hostOf[what]
      const start = Math.max(0, at)
      if (near.get(number, host, start - tolerance, start + tolerance)) return
      db.transaction(() => {
        insert.run(number, host, start)
        limit.run({ number, host })
      })
    },
    /** Starts before an instant, ascending. */
    until: (number: number, what: Started, end: number): number[] =>
      until.all(number, hostOf[what], end).map(({ at }) => at),
  }
}

const forgotten = 500

/** Deletes some of the starts of server `number`; false when none is left. */
export const forgetStarts = (db: Database, number: number): boolean =>
  db
    .prepare<[number]>(
      `DELETE FROM metrics_agent_starts WHERE (number, host, at) IN (
         SELECT number, host, at FROM metrics_agent_starts WHERE number = ? LIMIT ${forgotten})`,
    )
    .run(number).changes > 0

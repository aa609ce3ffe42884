import type { Database } from '@svc/plugin-sdk'

export type Started = 'agent' | 'host'
const hostOf = { agent: 0, host: 1 } as const

/** The same start may differ by this much between connections: latency, rounding, clock corrections. */
const toleranceSeconds = 30
/** Starts kept per server, about a dozen a day. A lying agent must not fill the table. */
const maxStarts = 5_000

/** Start times of agents and hosts. */
export function agentStartsStore(db: Database) {
  const near = db.prepare<[number, number, number, number], { at: number }>(
    'SELECT at FROM metrics_agent_starts WHERE number = ? AND host = ? AND at BETWEEN ? AND ? LIMIT 1',
  )
  const insert = db.prepare<[number, number, number]>(
    'INSERT INTO metrics_agent_starts (number, host, at) VALUES (?, ?, ?)',
  )
  const limit = db.prepare<[{ number: number; host: number }]>(`
    DELETE FROM metrics_agent_starts WHERE number = @number AND host = @host AND at <= (
      SELECT at FROM metrics_agent_starts WHERE number = @number AND host = @host ORDER BY at DESC LIMIT 1 OFFSET ${maxStarts})`)
  const until = db.prepare<[number, number, number], { at: number }>(
    'SELECT at FROM metrics_agent_starts WHERE number = ? AND host = ? AND at < ? ORDER BY at',
  )
  return {
    /** Adds a start, in epoch seconds, unless it is already stored. */
    add(number: number, what: Started, at: number) {
      const host = hostOf[what]
      const start = Math.max(0, at)
      if (near.get(number, host, start - toleranceSeconds, start + toleranceSeconds)) return
      db.transaction(() => {
        insert.run(number, host, start)
        limit.run({ number, host })
      })
    },
    /** Starts before `end`, ascending. */
    before: (number: number, what: Started, end: number): number[] =>
      until.all(number, hostOf[what], end).map(({ at }) => at),
  }
}

const deleteBatchSize = 500

/** Deletes one batch of the server's starts. Returns false when none are left. */
export const deleteStarts = (db: Database, number: number): boolean =>
  db
    .prepare<[number]>(
      `DELETE FROM metrics_agent_starts WHERE (number, host, at) IN (
         SELECT number, host, at FROM metrics_agent_starts WHERE number = ? LIMIT ${deleteBatchSize})`,
    )
    .run(number).changes > 0

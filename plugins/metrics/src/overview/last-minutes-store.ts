import type { Database } from '@svc/plugin-sdk'

/** The minute of the last record of each server, by server number; it outlives the record. */
export const lastMinutes = (db: Database): ReadonlyMap<number, number> =>
  new Map(
    db
      .prepare<[], { number: number; minute: number }>('SELECT number, minute FROM metrics_traffic_counters')
      .all()
      .map(({ number, minute }) => [number, minute]),
  )

import { randomUUID } from 'node:crypto'
import type { Database } from '@svc/plugin-sdk'
import type { AgentResult, UnlockStatus } from '../wire.ts'

/** A row of `ip_quality_results`, and of `ip_quality_checks` with another id. Times are epoch seconds. */
export interface ResultRow {
  readonly id: string
  readonly server_id: string
  readonly service_id: string
  readonly status: UnlockStatus
  readonly region: string | null
  readonly latency_ms: number | null
  readonly detail: string | null
  readonly checked_at: number
}

export interface CheckRow extends Omit<ResultRow, 'id'> {
  readonly id: number
}

export interface EventRow {
  readonly id: number
  readonly server_id: string
  readonly service_id: string
  readonly old_status: UnlockStatus
  readonly new_status: UnlockStatus
  readonly changed_at: number
}

export type CheckedResult = { readonly [K in keyof Required<AgentResult>]: Exclude<AgentResult[K], undefined> }

export interface PageFilter {
  readonly server_id?: string | undefined
  readonly service_id?: string | undefined
  /** servers that do not exist for the reader */
  readonly hidden: readonly string[]
}

type Position = readonly number[] | undefined

export function resultsStore(db: Database) {
  const ofServer = db.prepare<[serverId: string], ResultRow>(
    'SELECT * FROM ip_quality_results WHERE server_id = ? ORDER BY service_id',
  )
  const all = db.prepare<[], ResultRow>('SELECT * FROM ip_quality_results ORDER BY server_id, service_id')
  const put = db.prepare<[ResultRow]>(`
    INSERT INTO ip_quality_results (server_id, service_id, id, status, region, latency_ms, detail, checked_at)
    VALUES (@server_id, @service_id, @id, @status, @region, @latency_ms, @detail, @checked_at)
    ON CONFLICT (server_id, service_id) DO UPDATE SET status = @status, region = @region, latency_ms = @latency_ms,
      detail = @detail, checked_at = @checked_at`)
  const addCheck = db.prepare<[Omit<ResultRow, 'id'>]>(`
    INSERT INTO ip_quality_checks (server_id, service_id, status, region, latency_ms, detail, checked_at)
    VALUES (@server_id, @service_id, @status, @region, @latency_ms, @detail, @checked_at)`)
  const addEvent = db.prepare<[Omit<EventRow, 'id'>]>(`
    INSERT INTO ip_quality_events (server_id, service_id, old_status, new_status, changed_at)
    VALUES (@server_id, @service_id, @old_status, @new_status, @changed_at)`)
  const trims = (['checks', 'events'] as const).map((table) => {
    const time = table === 'checks' ? 'checked_at' : 'changed_at'
    return db.prepare<[serverId: string, sameServerId: string, max: number]>(
      `DELETE FROM ip_quality_${table} WHERE server_id = ? AND id <= (
         SELECT id FROM ip_quality_${table} WHERE server_id = ? ORDER BY ${time} DESC, id DESC LIMIT 1 OFFSET ?)`,
    )
  })
  const forgetService = (['results', 'checks', 'events'] as const).map((table) =>
    db.prepare<[serviceId: string]>(`DELETE FROM ip_quality_${table} WHERE service_id = ?`),
  )

  /** A page of a table with times, newest first. */
  function page<R>(table: string, time: string, filter: PageFilter, limit: number, after: Position): R[] {
    const terms = [
      filter.server_id !== undefined && 'server_id = @server_id',
      filter.service_id !== undefined && 'service_id = @service_id',
      filter.hidden.length > 0 && 'server_id NOT IN (SELECT value FROM json_each(@hidden))',
      after && `(${time}, id) < (@at, @id)`,
    ].filter((term) => typeof term === 'string')
    const where = terms.length > 0 ? `WHERE ${terms.join(' AND ')}` : ''
    return db.prepare<[object], R>(`SELECT * FROM ${table} ${where} ORDER BY ${time} DESC, id DESC LIMIT @limit`).all({
      limit,
      ...(filter.server_id !== undefined && { server_id: filter.server_id }),
      ...(filter.service_id !== undefined && { service_id: filter.service_id }),
      ...(filter.hidden.length > 0 && { hidden: JSON.stringify(filter.hidden) }),
      ...(after && { at: after[0], id: after[1] }),
    })
  }

  return {
    all: () => all.all(),
    ofServer: (serverId: string) => ofServer.all(serverId),
    /** Stores results of one moment, and returns what has changed. To be called in a transaction. */
    apply(serverId: string, results: readonly CheckedResult[], now: number): EventRow[] {
      const before = new Map(ofServer.all(serverId).map((row) => [row.service_id, row]))
      return results.flatMap((result) => {
        const former = before.get(result.service_id)
        const row = { ...result, server_id: serverId, checked_at: now }
        put.run({ ...row, id: former?.id ?? randomUUID() })
        addCheck.run(row)
        if (!former || former.status === result.status) return []
        const change = {
          server_id: serverId,
          service_id: result.service_id,
          old_status: former.status,
          new_status: result.status,
          changed_at: now,
        }
        return [{ ...change, id: Number(addEvent.run(change).lastInsertRowid) }]
      })
    },
    /** Keeps the newest rows of a server. */
    trim(serverId: string, max: number): void {
      for (const statement of trims) statement.run(serverId, serverId, max)
    },
    forgetService(serviceId: string): void {
      for (const statement of forgetService) statement.run(serviceId)
    },
    events: (filter: PageFilter, limit: number, after: Position) =>
      page<EventRow>('ip_quality_events', 'changed_at', filter, limit, after),
    checks: (filter: PageFilter, limit: number, after: Position) =>
      page<CheckRow>('ip_quality_checks', 'checked_at', filter, limit, after),
  }
}
export type ResultsStore = ReturnType<typeof resultsStore>

import type { Database } from '@svc/plugin-sdk'

/** A completed onboarding request, for idempotent retries. Deleted with its server. */
export interface RequestRow {
  actor_id: string
  request_id: string
  input_hash: string
  server_id: string
  created_at: number
}

export type RequestsStore = ReturnType<typeof requestsStore>

export function requestsStore(db: Database) {
  const find = db.prepare<[string, string], RequestRow>(
    'SELECT * FROM enrollment_requests WHERE actor_id = ? AND request_id = ?',
  )
  const insert = db.prepare<[RequestRow]>(`
    INSERT INTO enrollment_requests (actor_id, request_id, input_hash, server_id, created_at)
    VALUES (@actor_id, @request_id, @input_hash, @server_id, @created_at)`)
  return {
    find: (actorId: string, requestId: string) => find.get(actorId, requestId),
    insert: (row: RequestRow) => void insert.run(row),
  }
}

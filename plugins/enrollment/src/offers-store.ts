import type { Database } from '@svc/plugin-sdk'

export type Outcome = 'consumed' | 'revoked' | 'replaced' | 'expired'

export interface OfferRow {
  id: string
  server_id: string
  code_hash: string
  code_prefix: string
  created_by: string
  created_at: number
  expires_at: number
  outcome: Outcome | null
  ended_at: number | null
  successor_id: string | null
}

export type OffersStore = ReturnType<typeof offersStore>

export function offersStore(db: Database) {
  const insert = db.prepare<[Omit<OfferRow, 'outcome' | 'ended_at' | 'successor_id'>]>(`
    INSERT INTO enrollment_offers (id, server_id, code_hash, code_prefix, created_by, created_at, expires_at)
    VALUES (@id, @server_id, @code_hash, @code_prefix, @created_by, @created_at, @expires_at)`)
  const byId = db.prepare<[string, string], OfferRow>('SELECT * FROM enrollment_offers WHERE id = ? AND server_id = ?')
  const byCode = db.prepare<[string], OfferRow>('SELECT * FROM enrollment_offers WHERE code_hash = ?')
  const openOf = db.prepare<[string], OfferRow>(
    'SELECT * FROM enrollment_offers WHERE server_id = ? AND outcome IS NULL',
  )
  const open = db.prepare<[], OfferRow>('SELECT * FROM enrollment_offers WHERE outcome IS NULL')
  const end = db.prepare<[Outcome, number, string | null, string]>(
    'UPDATE enrollment_offers SET outcome = ?, ended_at = ?, successor_id = ? WHERE id = ? AND outcome IS NULL',
  )
  return {
    insert: (row: Omit<OfferRow, 'outcome' | 'ended_at' | 'successor_id'>) => void insert.run(row),
    get: (id: string, serverId: string) => byId.get(id, serverId),
    byCode: (hash: string) => byCode.get(hash),
    /** The offer without an outcome, even if it has expired. */
    openOf: (serverId: string) => openOf.get(serverId),
    open: () => open.all(),
    end: (id: string, outcome: Outcome, at: number, successorId: string | null = null) =>
      void end.run(outcome, at, successorId, id),
  }
}

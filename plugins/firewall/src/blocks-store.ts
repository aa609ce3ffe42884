import type { Database } from '@svc/plugin-sdk'
import type { BlockStats, CoverType } from './block-schema.ts'

/** A row of `firewall_blocks`. Times are epoch seconds. */
export interface BlockRow {
  readonly seq: number
  readonly id: string
  readonly target: string
  readonly family: 4 | 6
  readonly cover_type: CoverType
  readonly comment: string | null
  readonly origin: 'manual' | 'auto'
  readonly origin_event_id: string | null
  readonly origin_rule_id: string | null
  readonly created_by: string | null
  readonly created_at: number
  readonly expires_at: number | null
  /** removed then, unless somebody confirms it */
  readonly confirm_until: number | null
}

export interface BlockFilter {
  readonly origin?: 'manual' | 'auto' | undefined
  /** part of the target */
  readonly target?: string | undefined
  /** only blocks that cover it */
  readonly serverId?: string | undefined
  /** only blocks that one of these servers has rejected, or has not applied yet */
  readonly state?: { readonly is: 'failed' | 'waiting'; readonly on: readonly string[] } | undefined
}

const covers = (server: string) => `(cover_type = 'all' OR (cover_type = 'include') = EXISTS (
  SELECT 1 FROM firewall_block_servers WHERE block_id = firewall_blocks.id AND server_id = ${server}))`

const among = 'server_id IN (SELECT value FROM json_each(@servers))'
const reported = (states: string) =>
  `(SELECT count(*) FROM firewall_states WHERE block_id = firewall_blocks.id AND state IN (${states}) AND ${among})`
const listed = `(SELECT count(*) FROM firewall_block_servers WHERE block_id = firewall_blocks.id AND ${among})`
const count = 'json_array_length(@servers)'
const hasState = {
  failed: `${reported("'failed'")} > 0`,
  waiting: `${reported("'present', 'failed'")} <
    CASE cover_type WHEN 'all' THEN ${count} WHEN 'include' THEN ${listed} ELSE ${count} - ${listed} END`,
} as const

const columns: readonly (keyof BlockRow)[] = [
  'id',
  'target',
  'family',
  'cover_type',
  'comment',
  'origin',
  'origin_event_id',
  'origin_rule_id',
  'created_by',
  'created_at',
  'expires_at',
  'confirm_until',
]

export function blocksStore(db: Database) {
  const insert = db.prepare<[Omit<BlockRow, 'seq'>]>(
    `INSERT INTO firewall_blocks (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  const addServer = db.prepare<[string, string]>('INSERT INTO firewall_block_servers VALUES (?, ?)')
  const get = db.prepare<[string], BlockRow>('SELECT * FROM firewall_blocks WHERE id = ?')
  const byTarget = db.prepare<[string], BlockRow>('SELECT * FROM firewall_blocks WHERE target = ?')
  const remove = db.prepare<[string]>('DELETE FROM firewall_blocks WHERE id = ?')
  const update = db.prepare<[string | null, number | null, string]>(
    'UPDATE firewall_blocks SET comment = ?, expires_at = ? WHERE id = ?',
  )
  const confirm = db.prepare<[string]>('UPDATE firewall_blocks SET confirm_until = NULL WHERE id = ?')
  const all = db.prepare<[], BlockRow>('SELECT * FROM firewall_blocks ORDER BY seq')
  const ofServer = db.prepare<[serverId: string], BlockRow>(
    `SELECT * FROM firewall_blocks WHERE ${covers('?')} ORDER BY seq`,
  )
  const ended = db.prepare<[now: number, sameNow: number], BlockRow>(
    'SELECT * FROM firewall_blocks WHERE expires_at <= ? OR confirm_until <= ?',
  )
  const serverIds = db.prepare<[string], { server_id: string }>(
    'SELECT server_id FROM firewall_block_servers WHERE block_id = ? ORDER BY server_id',
  )
  const stats = db.prepare<[], BlockStats>(`
    SELECT count(*) AS total, count(*) FILTER (WHERE origin = 'auto') AS auto,
      count(*) FILTER (WHERE origin = 'manual') AS manual,
      count(*) FILTER (WHERE family = 4) AS v4, count(*) FILTER (WHERE family = 6) AS v6 FROM firewall_blocks`)
  const spare = db.prepare<[string, string, number]>(
    `INSERT INTO firewall_spared VALUES (?, ?, ?)
     ON CONFLICT (target) DO UPDATE SET reason = excluded.reason, until = max(until, excluded.until)`,
  )
  const spared = db.prepare<[string, number], { reason: 'signed_in' | 'removed' }>(
    'SELECT reason FROM firewall_spared WHERE target = ? AND until > ?',
  )
  return {
    add(row: Omit<BlockRow, 'seq'>, ids: readonly string[]) {
      insert.run(row)
      for (const id of ids) addServer.run(row.id, id)
    },
    get: (id: string) => get.get(id),
    byTarget: (target: string) => byTarget.get(target),
    remove: (id: string) => void remove.run(id),
    update: (id: string, { comment, expires_at }: Pick<BlockRow, 'comment' | 'expires_at'>) =>
      void update.run(comment, expires_at, id),
    confirm: (id: string) => void confirm.run(id),
    all: () => all.all(),
    /** Those that cover a server. */
    ofServer: (serverId: string) => ofServer.all(serverId),
    /** Those that have expired, and those that nobody has confirmed. */
    ended: (now: number) => ended.all(now, now),
    serverIds: (id: string) => serverIds.all(id).map(({ server_id }) => server_id),
    stats: () => stats.get() as BlockStats,
    /** Alerts do not block a target until then. */
    spare: (target: string, reason: 'signed_in' | 'removed', until: number) => void spare.run(target, reason, until),
    spared: (target: string, now: number) => spared.get(target, now)?.reason,
    /** Newest first, after the block with this time and number. */
    page(
      { origin, target, serverId, state }: BlockFilter,
      limit: number,
      after: readonly number[] | undefined,
    ): BlockRow[] {
      const [at, seq] = after ?? []
      const terms = [
        ...(origin === undefined ? [] : ['origin = @origin']),
        ...(target === undefined ? [] : ['instr(target, @target) > 0']),
        ...(serverId === undefined ? [] : [covers('@serverId')]),
        ...(state === undefined ? [] : [hasState[state.is]]),
        ...(after ? ['(created_at, seq) < (@at, @seq)'] : []),
      ]
      const where = terms.length > 0 ? `WHERE ${terms.join(' AND ')}` : ''
      const values = { origin, target, serverId, servers: state && JSON.stringify(state.on), at, seq }
      const bound = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
      return db
        .prepare<[object], BlockRow>(
          `SELECT * FROM firewall_blocks ${where} ORDER BY created_at DESC, seq DESC LIMIT @limit`,
        )
        .all({ ...bound, limit })
    },
  }
}
export type BlocksStore = ReturnType<typeof blocksStore>

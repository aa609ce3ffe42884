import type { Database } from '@svc/plugin-sdk'
import type { StateRow } from './state.ts'

const columns = [
  ...['rule_id', 'server_id', 'first_triggered_at', 'last_notified_at', 'count', 'resolved_at'],
  ...['suppressed', 'owed', 'waiting', 'heard_at', 'message_en', 'message_zh'],
]

/** Which states are listed. */
export interface StateFilter {
  readonly serverId?: string | undefined
  /** servers to leave out */
  readonly except: readonly string[]
  readonly limit: number
}

/** How rules stand on servers. */
export function statesStore(db: Database) {
  const put = db.prepare<[StateRow]>(`
    INSERT INTO alerts_states (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})
    ON CONFLICT (rule_id, server_id) DO UPDATE SET
      ${columns
        .slice(2)
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')}`)
  const one = db.prepare<[string, string], StateRow>('SELECT * FROM alerts_states WHERE rule_id = ? AND server_id = ?')
  const open = db.prepare<[string], StateRow>(
    'SELECT * FROM alerts_states WHERE rule_id = ? AND (resolved_at IS NULL OR owed = 1)',
  )
  const ofRule = db.prepare<[string], StateRow>(`
    SELECT * FROM alerts_states WHERE rule_id = ?
    ORDER BY coalesce(resolved_at, first_triggered_at) DESC, server_id`)
  const ofServer = db.prepare<[string], StateRow>('SELECT * FROM alerts_states WHERE server_id = ?')
  const servers = db.prepare<[], { server_id: string }>('SELECT DISTINCT server_id FROM alerts_states')
  const dropServer = db.prepare<[string]>('DELETE FROM alerts_states WHERE server_id = ?')
  const firing = db.prepare<[], { rule_id: string; n: number }>(
    'SELECT rule_id, count(*) AS n FROM alerts_states WHERE resolved_at IS NULL GROUP BY rule_id',
  )
  const newest = (condition: string) =>
    db.prepare<[{ serverId: string | null; except: string; limit: number }], StateRow & { rule_name: string }>(`
      SELECT alerts_states.*, alerts_rules.name AS rule_name
      FROM alerts_states JOIN alerts_rules ON alerts_rules.id = rule_id
      WHERE ${condition} server_id NOT IN (SELECT value FROM json_each(@except))
      ORDER BY (resolved_at IS NULL) DESC, coalesce(resolved_at, first_triggered_at) DESC, alerts_states.rowid DESC
      LIMIT @limit`)
  const everywhere = newest('')
  const there = newest('server_id = @serverId AND')

  return {
    put: (row: StateRow) => void put.run(row),
    get: (ruleId: string, serverId: string) => one.get(ruleId, serverId),
    /** Those of a rule that fire, or whose end somebody is to be told of. */
    open: (ruleId: string) => open.all(ruleId),
    /** Latest change first. */
    ofRule: (ruleId: string) => ofRule.all(ruleId),
    ofServer: (serverId: string) => ofServer.all(serverId),
    /** Ids of the servers on which any rule fires or did. */
    servers: () => servers.all().map(({ server_id }) => server_id),
    forgetServer: (serverId: string) => void dropServer.run(serverId),
    /** By rule, on how many servers it fires. */
    firing: () => new Map(firing.all().map(({ rule_id, n }) => [rule_id, n])),
    /** What fires first, then by latest change. */
    newest: ({ serverId, except, limit }: StateFilter) =>
      (serverId === undefined ? everywhere : there).all({
        serverId: serverId ?? null,
        except: JSON.stringify(except),
        limit,
      }),
  }
}
export type StatesStore = ReturnType<typeof statesStore>

import type { Database } from '@svc/plugin-sdk'
import type { ApplyState } from './wire.ts'

/** A row of `firewall_states`: a block on a host, as its agent says. */
export interface StateRow {
  readonly server_id: string
  readonly block_id: string
  /** null after the host was reset */
  readonly state: ApplyState | null
  readonly reason: string | null
  /** the state in the audit log */
  readonly audited: ApplyState | null
  readonly at: number
}

/** A state that an agent has reported. */
export type ReportedRow = StateRow & { readonly state: ApplyState }

export function statesStore(db: Database) {
  const put = db.prepare<[StateRow]>(`
    INSERT INTO firewall_states (server_id, block_id, state, reason, audited, at)
    VALUES (@server_id, @block_id, @state, @reason, @audited, @at)
    ON CONFLICT (server_id, block_id) DO UPDATE SET
      state = excluded.state, reason = excluded.reason, audited = excluded.audited, at = excluded.at`)
  const get = db.prepare<[string, string], StateRow>(
    'SELECT * FROM firewall_states WHERE server_id = ? AND block_id = ?',
  )
  const ofBlock = db.prepare<[string], ReportedRow>(
    'SELECT * FROM firewall_states WHERE block_id = ? AND state IS NOT NULL ORDER BY at DESC, server_id',
  )
  const ofServer = db.prepare<[string], ReportedRow>(
    'SELECT * FROM firewall_states WHERE server_id = ? AND state IS NOT NULL',
  )
  const reset = db.prepare<[string]>('UPDATE firewall_states SET state = NULL, reason = NULL WHERE server_id = ?')
  const newest = db.prepare<[hidden: string, limit: number], ReportedRow & { target: string }>(`
    SELECT firewall_states.*, target FROM firewall_states JOIN firewall_blocks ON id = block_id
    WHERE state IS NOT NULL AND server_id NOT IN (SELECT value FROM json_each(?)) ORDER BY at DESC LIMIT ?`)
  return {
    put: (row: StateRow) => void put.run(row),
    get: (serverId: string, blockId: string) => get.get(serverId, blockId),
    ofBlock: (blockId: string) => ofBlock.all(blockId),
    ofServer: (serverId: string) => ofServer.all(serverId),
    /** Nothing is blocked on the host any more. */
    reset: (serverId: string) => void reset.run(serverId),
    newest: (hidden: readonly string[], limit: number) => newest.all(JSON.stringify(hidden), limit),
  }
}
export type StatesStore = ReturnType<typeof statesStore>

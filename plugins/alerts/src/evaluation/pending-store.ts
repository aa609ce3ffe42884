import type { Database } from '@svc/plugin-sdk'

/** Since when the conditions of a rule hold on servers on which it does not fire yet; times are epoch seconds. */
export function pendingStore(db: Database) {
  const all = db.prepare<[string], { server_id: string; since: number }>(
    'SELECT server_id, since FROM alerts_pending WHERE rule_id = ?',
  )
  const insert = db.prepare<[string, string, number]>('INSERT INTO alerts_pending VALUES (?, ?, ?)')
  const remove = db.prepare<[string, string]>('DELETE FROM alerts_pending WHERE rule_id = ? AND server_id = ?')
  const clear = db.prepare<[string]>('DELETE FROM alerts_pending WHERE rule_id = ?')
  return {
    ofRule: (ruleId: string) => new Map(all.all(ruleId).map(({ server_id, since }) => [server_id, since])),
    insert: (ruleId: string, serverId: string, since: number) => void insert.run(ruleId, serverId, since),
    remove: (ruleId: string, serverId: string) => void remove.run(ruleId, serverId),
    clear: (ruleId: string) => void clear.run(ruleId),
  }
}
export type PendingStore = ReturnType<typeof pendingStore>

import type { Database } from '@svc/plugin-sdk'
import type { Condition, RuleRow } from './rule.ts'

type Stored = RuleRow & { readonly server_ids_json: string }

/** A rule as it is judged. */
export interface Rule extends RuleRow {
  readonly conditions: readonly Condition[]
  /** in the order in which they were given */
  readonly serverIds: readonly string[]
}

const withServers = `
  SELECT alerts_rules.*, (
    SELECT json_group_array(server_id) FROM (
      SELECT server_id FROM alerts_rule_servers WHERE rule_id = alerts_rules.id ORDER BY rowid
    )
  ) AS server_ids_json FROM alerts_rules`

const read = ({ server_ids_json, ...row }: Stored): Rule => ({
  ...row,
  conditions: JSON.parse(row.conditions_json) as Condition[],
  serverIds: JSON.parse(server_ids_json) as string[],
})

/** Alert rules and the servers they name. */
export function rulesStore(db: Database) {
  const all = db.prepare<[], Stored>(`${withServers} ORDER BY rowid`)
  const enabled = db.prepare<[], Stored>(`${withServers} WHERE enabled = 1 ORDER BY rowid`)
  const one = db.prepare<[string], Stored>(`${withServers} WHERE id = ?`)
  const bare = db.prepare<[string], RuleRow>('SELECT * FROM alerts_rules WHERE id = ?')
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM alerts_rules')
  const waiting = db.prepare<[string], RuleRow>(`
    SELECT * FROM alerts_rules WHERE enabled = 1 AND EXISTS (
      SELECT 1 FROM json_each(conditions_json) WHERE value ->> 'rule_type' = ?
    ) ORDER BY rowid`)
  const insert = db.prepare<[RuleRow]>(`
    INSERT INTO alerts_rules VALUES (@id, @name, @enabled, @conditions_json, @trigger_mode, @notification_group_id,
      @cover_type, @revision, @created_at, @updated_at)`)
  const update = db.prepare<[RuleRow]>(`
    UPDATE alerts_rules SET name = @name, enabled = @enabled, conditions_json = @conditions_json,
      trigger_mode = @trigger_mode, notification_group_id = @notification_group_id, cover_type = @cover_type,
      revision = @revision, updated_at = @updated_at WHERE id = @id`)
  const remove = db.prepare<[string]>('DELETE FROM alerts_rules WHERE id = ?')
  const names = db.prepare<[string, string], { n: number }>(
    'SELECT count(*) AS n FROM alerts_rule_servers WHERE rule_id = ? AND server_id = ?',
  )
  const unlist = db.prepare<[string]>('DELETE FROM alerts_rule_servers WHERE rule_id = ?')
  const list = db.prepare<[string, string]>('INSERT INTO alerts_rule_servers (rule_id, server_id) VALUES (?, ?)')
  const named = db.prepare<[], { server_id: string }>('SELECT DISTINCT server_id FROM alerts_rule_servers')
  const dropServer = db.prepare<[string]>('DELETE FROM alerts_rule_servers WHERE server_id = ?')
  const uses = db.prepare<[string], { n: number }>(
    'SELECT count(*) AS n FROM alerts_rules WHERE notification_group_id = ?',
  )
  const dropGroup = db.prepare<[string]>(
    'UPDATE alerts_rules SET notification_group_id = NULL WHERE notification_group_id = ?',
  )

  return {
    /** In the order in which they were made. */
    list: (): Rule[] => all.all().map(read),
    enabled: (): Rule[] => enabled.all().map(read),
    get(id: string): Rule | undefined {
      const row = one.get(id)
      return row && read(row)
    },
    /** Without the servers it names: far cheaper. */
    row: (id: string) => bare.get(id),
    count: () => count.get()?.n ?? 0,
    /** Enabled rules with a condition of this type. */
    enabledWith: (type: string) => waiting.all(type),
    insert: (row: RuleRow) => void insert.run(row),
    update: (row: RuleRow) => void update.run(row),
    remove: (id: string) => void remove.run(id),
    namesServer: (ruleId: string, serverId: string) => names.get(ruleId, serverId)?.n === 1,
    setServers(ruleId: string, serverIds: readonly string[]) {
      unlist.run(ruleId)
      for (const id of serverIds) list.run(ruleId, id)
    },
    /** Ids of the servers that any rule names. */
    named: () => named.all().map(({ server_id }) => server_id),
    forgetServer: (serverId: string) => void dropServer.run(serverId),
    usesOf: (groupId: string) => uses.get(groupId)?.n ?? 0,
    forgetGroup: (groupId: string) => void dropGroup.run(groupId),
  }
}
export type RulesStore = ReturnType<typeof rulesStore>

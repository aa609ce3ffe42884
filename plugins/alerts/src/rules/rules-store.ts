import type { Database } from '@svc/plugin-sdk'
import type { Condition, CoverType, RuleAction, Severity, TriggerMode } from './rule-schema.ts'

/** A row of `alerts_rules`; times are epoch seconds. */
export interface RuleRow {
  readonly id: string
  readonly name: string
  readonly enabled: 0 | 1
  readonly conditions_json: string
  readonly trigger_mode: TriggerMode
  readonly notification_group_id: string | null
  readonly cover_type: CoverType
  /** incremented when conditions, coverage or `enabled` change */
  readonly revision: number
  readonly created_at: number
  readonly updated_at: number
  /** JSON: ids of the tasks to run when it fires */
  readonly fail_tasks_json: string
  /** JSON: ids of the tasks to run when it recovers */
  readonly recover_tasks_json: string
  /** notifies at once: no grouping, no quiet hours */
  readonly immediate: 0 | 1
  readonly severity: Severity
  /** minutes for which the conditions must hold before it fires */
  readonly for_minutes: number
  /** minutes between reminders in mode `always` */
  readonly reminder_minutes: number
  /** JSON: ids of server groups that it lists */
  readonly group_ids_json: string
  /** JSON: tags whose servers it lists */
  readonly tags_json: string
  /** JSON: what it does about sources */
  readonly actions_json: string
}

type RowWithServers = RuleRow & { readonly server_ids_json: string }

/** A rule with its conditions and servers. */
export interface Rule extends RuleRow {
  readonly conditions: readonly Condition[]
  /** in the given order */
  readonly serverIds: readonly string[]
  readonly groupIds: readonly string[]
  readonly tags: readonly string[]
  readonly actions: readonly RuleAction[]
}

const selectWithServers = `
  SELECT alerts_rules.*, (
    SELECT json_group_array(server_id) FROM (
      SELECT server_id FROM alerts_rule_servers WHERE rule_id = alerts_rules.id ORDER BY rowid
    )
  ) AS server_ids_json FROM alerts_rules`

const toRule = ({ server_ids_json, ...row }: RowWithServers): Rule => ({
  ...row,
  conditions: JSON.parse(row.conditions_json) as Condition[],
  serverIds: JSON.parse(server_ids_json) as string[],
  groupIds: JSON.parse(row.group_ids_json) as string[],
  tags: JSON.parse(row.tags_json) as string[],
  actions: JSON.parse(row.actions_json) as RuleAction[],
})

export function rulesStore(db: Database) {
  const all = db.prepare<[], RowWithServers>(`${selectWithServers} ORDER BY rowid`)
  const enabled = db.prepare<[], RowWithServers>(`${selectWithServers} WHERE enabled = 1 ORDER BY rowid`)
  const one = db.prepare<[string], RowWithServers>(`${selectWithServers} WHERE id = ?`)
  const withoutServers = db.prepare<[string], RuleRow>('SELECT * FROM alerts_rules WHERE id = ?')
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM alerts_rules')
  const enabledWith = db.prepare<[string], RowWithServers>(`
    ${selectWithServers} WHERE enabled = 1 AND EXISTS (
      SELECT 1 FROM json_each(conditions_json) WHERE value ->> 'rule_type' = ?
    ) ORDER BY rowid`)
  const insert = db.prepare<[RuleRow]>(`
    INSERT INTO alerts_rules VALUES (@id, @name, @enabled, @conditions_json, @trigger_mode, @notification_group_id,
      @cover_type, @revision, @created_at, @updated_at, @fail_tasks_json, @recover_tasks_json,
      @immediate, @severity, @for_minutes, @reminder_minutes, @group_ids_json, @tags_json, @actions_json)`)
  const update = db.prepare<[RuleRow]>(`
    UPDATE alerts_rules SET name = @name, enabled = @enabled, conditions_json = @conditions_json,
      trigger_mode = @trigger_mode, notification_group_id = @notification_group_id, cover_type = @cover_type,
      revision = @revision, updated_at = @updated_at, fail_tasks_json = @fail_tasks_json,
      recover_tasks_json = @recover_tasks_json, immediate = @immediate,
      severity = @severity, for_minutes = @for_minutes, reminder_minutes = @reminder_minutes,
      group_ids_json = @group_ids_json, tags_json = @tags_json,
      actions_json = @actions_json WHERE id = @id`)
  const remove = db.prepare<[string]>('DELETE FROM alerts_rules WHERE id = ?')
  const clearServers = db.prepare<[string]>('DELETE FROM alerts_rule_servers WHERE rule_id = ?')
  const addServer = db.prepare<[string, string]>('INSERT INTO alerts_rule_servers (rule_id, server_id) VALUES (?, ?)')
  const countByGroup = db.prepare<[string], { n: number }>(
    'SELECT count(*) AS n FROM alerts_rules WHERE notification_group_id = ?',
  )
  const clearGroup = db.prepare<[string]>(
    'UPDATE alerts_rules SET notification_group_id = NULL WHERE notification_group_id = ?',
  )

  return {
    /** In order of creation. */
    list: (): Rule[] => all.all().map(toRule),
    enabled: (): Rule[] => enabled.all().map(toRule),
    get(id: string): Rule | undefined {
      const row = one.get(id)
      return row && toRule(row)
    },
    /** Without the listed servers, which is far cheaper. */
    row: (id: string) => withoutServers.get(id),
    count: () => count.get()?.n ?? 0,
    /** Enabled rules with a condition of this type. */
    enabledWith: (type: string) => enabledWith.all(type).map(toRule),
    insert: (row: RuleRow) => void insert.run(row),
    update: (row: RuleRow) => void update.run(row),
    remove: (id: string) => void remove.run(id),
    setServers(ruleId: string, serverIds: readonly string[]) {
      clearServers.run(ruleId)
      for (const id of serverIds) addServer.run(ruleId, id)
    },
    countByGroup: (groupId: string) => countByGroup.get(groupId)?.n ?? 0,
    clearGroup: (groupId: string) => void clearGroup.run(groupId),
  }
}
export type RulesStore = ReturnType<typeof rulesStore>

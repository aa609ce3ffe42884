import type { Database } from '@svc/plugin-sdk'
import type { Notice } from '../contract.ts'

/** Alerts of one cause. Times are epoch seconds. */
export interface AlertGroupRow {
  readonly id: string
  readonly notification_group_id: string
  /** kind and id, for example `server_group:<id>` */
  readonly cause_key: string
  /** name of the server, group or place; empty when the kind says it all */
  readonly cause_name: string
  readonly first_at: number
  readonly last_joined_at: number
  readonly closed_at: number | null
  /** when to escalate; null: never, or done */
  readonly escalate_at: number | null
  /** notifications that its alerts would have been one by one */
  readonly notices: number
  /** messages that were sent instead; replaced ones count once */
  readonly messages: number
}

/** An alert that people are told about. */
export interface MemberRow {
  readonly id: number
  /** null until the window is over */
  readonly alert_group_id: string | null
  readonly notification_group_id: string
  /** a monitor is its own rule */
  readonly rule_id: string
  /** `server`, or a kind of `alertSubjects` */
  readonly subject_kind: string
  /** the server or other subject */
  readonly server_id: string
  /** of a rule type that is `perSource`; otherwise empty */
  readonly source: string
  readonly server_name: string
  /** it is about reaching the subject */
  readonly reachability: 0 | 1
  /** the latest `Notice` */
  readonly notice_json: string
  readonly created_at: number
  readonly resolved_at: number | null
  /** resolved because the conditions no longer hold; otherwise nobody is told */
  readonly recovered: 0 | 1
  readonly notices: number
}

/** A notification group that is told about an alert group. */
export interface AudienceRow {
  readonly alert_group_id: string
  readonly notification_group_id: string
  /** 0 for the group of the rule, 1 for the one it escalated to */
  readonly position: number
  readonly announced_at: number | null
  readonly sent_at: number | null
  readonly update_due_at: number | null
  readonly follow_up_due_at: number | null
  readonly reminder_due_at: number | null
  /** null: nothing to send */
  readonly due_at: number | null
}

export const noticeOf = ({ notice_json }: Pick<MemberRow, 'notice_json'>) => JSON.parse(notice_json) as Notice

export type NewMember = Omit<MemberRow, 'id' | 'alert_group_id' | 'resolved_at' | 'recovered' | 'notices'>

export interface GroupFilter {
  /** groups before this one, in the order of the list */
  readonly before?: { readonly firstAt: number; readonly id: string } | undefined
  readonly limit: number
}

export function alertGroupsStore(db: Database) {
  const insertMember = db.prepare<[NewMember]>(`
    INSERT INTO alerts_alert_group_members
      (notification_group_id, rule_id, subject_kind, server_id, source, server_name, reachability, notice_json, created_at)
    VALUES (@notification_group_id, @rule_id, @subject_kind, @server_id, @source, @server_name, @reachability,
      @notice_json, @created_at)`)
  const openMembers = db.prepare<[string, string, string], MemberRow>(`
    SELECT * FROM alerts_alert_group_members
    WHERE rule_id = ? AND server_id = ? AND source = ? AND resolved_at IS NULL`)
  const openSubjects = db.prepare<[], Pick<MemberRow, 'subject_kind' | 'server_id'>>(`
    SELECT DISTINCT subject_kind, server_id FROM alerts_alert_group_members
    WHERE resolved_at IS NULL AND subject_kind <> 'server'`)
  const openOf = db.prepare<[string, string], MemberRow>(
    'SELECT * FROM alerts_alert_group_members WHERE subject_kind = ? AND server_id = ? AND resolved_at IS NULL',
  )
  const remind = db.prepare<[string, number]>(
    'UPDATE alerts_alert_group_members SET notice_json = ?, notices = notices + 1 WHERE id = ?',
  )
  const resolve = db.prepare<[{ id: number; now: number; recovered: 0 | 1; notice: string }]>(`
    UPDATE alerts_alert_group_members
    SET resolved_at = @now, recovered = @recovered, notice_json = @notice, notices = notices + @recovered WHERE id = @id`)
  const waitingGroups = db.prepare<[], { id: string; since: number }>(`
    SELECT notification_group_id AS id, min(created_at) AS since FROM alerts_alert_group_members
    WHERE alert_group_id IS NULL GROUP BY notification_group_id`)
  const waiting = db.prepare<[string], MemberRow>(`
    SELECT * FROM alerts_alert_group_members WHERE alert_group_id IS NULL AND notification_group_id = ? ORDER BY id`)
  const assign = db.prepare<[string, number]>('UPDATE alerts_alert_group_members SET alert_group_id = ? WHERE id = ?')
  const drop = db.prepare<[string]>(
    'DELETE FROM alerts_alert_group_members WHERE alert_group_id IS NULL AND notification_group_id = ?',
  )
  const members = db.prepare<[string], MemberRow>(
    'SELECT * FROM alerts_alert_group_members WHERE alert_group_id = ? ORDER BY id',
  )
  const hasOpen = db.prepare<[string], { id: number }>(
    'SELECT id FROM alerts_alert_group_members WHERE alert_group_id = ? AND resolved_at IS NULL LIMIT 1',
  )
  const openServers = db.prepare<[string], { alert_group_id: string; server_id: string }>(`
    SELECT alert_group_id, server_id FROM alerts_alert_group_members
    WHERE reachability = 1 AND resolved_at IS NULL AND alert_group_id IN (
      SELECT id FROM alerts_alert_groups WHERE closed_at IS NULL AND notification_group_id = ?
    )`)
  const byId = db.prepare<[string], AlertGroupRow>('SELECT * FROM alerts_alert_groups WHERE id = ?')
  const open = db.prepare<[string], AlertGroupRow>(
    'SELECT * FROM alerts_alert_groups WHERE notification_group_id = ? AND closed_at IS NULL ORDER BY first_at, id',
  )
  const insertGroup = db.prepare<[Omit<AlertGroupRow, 'closed_at' | 'notices' | 'messages'>]>(`
    INSERT INTO alerts_alert_groups (id, notification_group_id, cause_key, cause_name, first_at, last_joined_at, escalate_at)
    VALUES (@id, @notification_group_id, @cause_key, @cause_name, @first_at, @last_joined_at, @escalate_at)`)
  const join = db.prepare<[Pick<AlertGroupRow, 'id' | 'cause_key' | 'cause_name' | 'last_joined_at'>]>(`
    UPDATE alerts_alert_groups SET cause_key = @cause_key, cause_name = @cause_name, last_joined_at = @last_joined_at
    WHERE id = @id`)
  const close = db.prepare<[number, string]>(
    'UPDATE alerts_alert_groups SET closed_at = ?, escalate_at = NULL WHERE id = ?',
  )
  const escalating = db.prepare<[number], AlertGroupRow>(
    'SELECT * FROM alerts_alert_groups WHERE escalate_at <= ? AND closed_at IS NULL ORDER BY escalate_at, id',
  )
  const stopEscalation = db.prepare<[string]>('UPDATE alerts_alert_groups SET escalate_at = NULL WHERE id = ?')
  const count = db.prepare<[number, number, string]>(
    'UPDATE alerts_alert_groups SET notices = notices + ?, messages = messages + ? WHERE id = ?',
  )
  const putAudience = db.prepare<[AudienceRow]>(`
    INSERT INTO alerts_alert_group_audiences VALUES (@alert_group_id, @notification_group_id, @position, @announced_at,
      @sent_at, @update_due_at, @follow_up_due_at, @reminder_due_at, @due_at)
    ON CONFLICT DO UPDATE SET announced_at = excluded.announced_at, sent_at = excluded.sent_at,
      update_due_at = excluded.update_due_at, follow_up_due_at = excluded.follow_up_due_at,
      reminder_due_at = excluded.reminder_due_at, due_at = excluded.due_at`)
  const audiences = db.prepare<[string], AudienceRow>(
    'SELECT * FROM alerts_alert_group_audiences WHERE alert_group_id = ? ORDER BY position',
  )
  // A time far ahead was set before the clock was set back.
  const due = db.prepare<[{ now: number; limit: number }], AudienceRow>(`
    SELECT * FROM alerts_alert_group_audiences
    WHERE due_at IS NOT NULL AND (due_at <= @now OR due_at > @limit) ORDER BY due_at, alert_group_id, position`)
  const page = db.prepare<
    [{ firstAt: number; id: string; limit: number }],
    AlertGroupRow & { alerts: number; firing: number }
  >(`
    SELECT alerts_alert_groups.*,
      (SELECT count(*) FROM alerts_alert_group_members WHERE alert_group_id = alerts_alert_groups.id) AS alerts,
      (SELECT count(*) FROM alerts_alert_group_members
       WHERE alert_group_id = alerts_alert_groups.id AND resolved_at IS NULL) AS firing
    FROM alerts_alert_groups WHERE (first_at, id) < (@firstAt, @id) ORDER BY first_at DESC, id DESC LIMIT @limit`)
  const totals = db.prepare<[number], { kind: string; groups: number; notices: number; messages: number }>(`
    SELECT substr(cause_key, 1, instr(cause_key || ':', ':') - 1) AS kind, count(*) AS groups,
      sum(notices) AS notices, sum(messages) AS messages
    FROM alerts_alert_groups WHERE first_at >= ? GROUP BY kind ORDER BY notices - messages DESC, kind`)

  return {
    insertMember: (row: NewMember) => void insertMember.run(row),
    /** Open members of an alert, in all notification groups. */
    openMembers: (ruleId: string, serverId: string, source: string) => openMembers.all(ruleId, serverId, source),
    /** Subjects other than servers with open members. */
    openSubjects: () => openSubjects.all(),
    /** Open members of a subject, of all rules. */
    openOf: (kind: string, id: string) => openOf.all(kind, id),
    remind: (id: number, notice: string) => void remind.run(notice, id),
    resolve: (id: number, now: number, recovered: 0 | 1, notice: string) =>
      void resolve.run({ id, now, recovered, notice }),
    /** Notification groups with members that wait, and since when the first does. */
    waitingGroups: () => waitingGroups.all(),
    waiting: (notificationGroupId: string) => waiting.all(notificationGroupId),
    assign: (memberId: number, alertGroupId: string) => void assign.run(alertGroupId, memberId),
    dropWaiting: (notificationGroupId: string) => void drop.run(notificationGroupId),
    members: (alertGroupId: string) => members.all(alertGroupId),
    hasOpen: (alertGroupId: string) => hasOpen.get(alertGroupId) !== undefined,
    /** Servers and other subjects that cannot be reached, by open alert group. */
    unreachable: (notificationGroupId: string) => openServers.all(notificationGroupId),
    get: (id: string) => byId.get(id),
    /** Oldest first. */
    open: (notificationGroupId: string) => open.all(notificationGroupId),
    insert: (row: Parameters<typeof insertGroup.run>[0]) => void insertGroup.run(row),
    join: (row: Parameters<typeof join.run>[0]) => void join.run(row),
    close: (id: string, now: number) => void close.run(now, id),
    escalating: (now: number) => escalating.all(now),
    stopEscalation: (id: string) => void stopEscalation.run(id),
    count: (id: string, notices: number, messages: number) => void count.run(notices, messages, id),
    putAudience: (row: AudienceRow) => void putAudience.run(row),
    audiences: (alertGroupId: string) => audiences.all(alertGroupId),
    due: (now: number, limit: number) => due.all({ now, limit }),
    /** Newest first. */
    page: ({ before, limit }: GroupFilter) =>
      page.all({ firstAt: before?.firstAt ?? Number.MAX_SAFE_INTEGER, id: before?.id ?? '', limit }),
    /** Notifications and messages by kind of cause. */
    totals: (since: number) => totals.all(since),
  }
}
export type AlertGroupsStore = ReturnType<typeof alertGroupsStore>

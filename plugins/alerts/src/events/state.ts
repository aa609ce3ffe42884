/** How a rule stands on a server: a row of `alerts_states`. Times are epoch seconds. */
export interface StateRow {
  readonly rule_id: string
  readonly server_id: string
  readonly first_triggered_at: number
  /** when somebody was last told that it fires; null when nobody was since it began to, or since its end was told */
  readonly last_notified_at: number | null
  readonly count: number
  /** null while it fires */
  readonly resolved_at: number | null
  /** nobody was told that it fires, because a gate held the server */
  readonly suppressed: 0 | 1
  /** somebody was told that it fires, and is to be told that it is over once no gate holds the server */
  readonly owed: 0 | 1
  /** a signal came that nobody was told of yet */
  readonly waiting: 0 | 1
  /** when it last matched, or the last signal came */
  readonly heard_at: number
  /** what was last to be said of it */
  readonly message_en: string
  readonly message_zh: string
}

export type Change = 'fired' | 'resolved' | 'reminded'
export type Reason = 'recovered' | 'quiet' | 'rule_changed' | 'rule_disabled' | 'rule_deleted' | 'server_deleted'

/** A row of `alerts_changes`. */
export interface ChangeRow {
  readonly id: number
  readonly rule_id: string
  readonly rule_name: string
  readonly server_id: string
  readonly server_name: string
  readonly change: Change
  readonly reason: Reason | null
  readonly suppressed: 0 | 1
  readonly message_en: string
  readonly message_zh: string
  readonly at: number
}

import type { Static, TObject } from '@sinclair/typebox'
import type { Server } from '@svc/plugin-enrollment/contract'
import {
  CodedError,
  type CodedText,
  type EventRef,
  event,
  type FormField,
  formFields,
  type PointRef,
  parseForm,
  point,
  type ServiceRef,
  secretFields,
  service,
  text,
} from '@svc/plugin-sdk'

export type { BacktestInput, BacktestResult } from './backtest/backtest-schema.ts'
export type { AlertChange, AlertEvent, AlertEventDetail, AlertPeriod } from './events/event-schema.ts'
export type {
  AlertDependency,
  AlertGroup,
  AlertGroupPage,
  DependencyInput,
  DependencyTargetView,
  NoiseReport,
} from './grouping/grouping-schema.ts'
export type {
  Channel,
  ChannelInput,
  ChannelTypeView,
  Delivery,
  Group,
  GroupInput,
} from './notifications/notification-schema.ts'
export type {
  AlertActionView,
  AlertRule,
  AlertRuleInput,
  AlertState,
  AlertTaskView,
  Condition,
  RuleAction,
  RuleTypeView,
} from './rules/rule-schema.ts'
export type { AlertSilence, SilenceInput } from './silences/silence-schema.ts'

import type { Condition } from './rules/rule-schema.ts'

/** Unit of the values that a condition compares; null for plain numbers. */
export type RuleUnit = 'percent' | 'bytes' | 'bytes_per_second' | 'celsius' | 'milliseconds' | 'seconds' | 'days' | null

/** Fields of a condition besides its type; each rule type lists the ones it uses. */
export type ConditionField =
  | 'min'
  | 'max'
  | 'duration'
  | 'pattern'
  | 'cycle_interval'
  | 'cycle_limit'
  | 'window'
  | 'share'
  | SourceField

/** Fields in the member `security` of conditions whose type is `perSource`. */
export type SourceField =
  | 'min_failed_count'
  | 'min_distinct_ports'
  | 'exclude_users'
  | 'exclude_cidrs'
  | 'dedupe_window_seconds'

/** Result of evaluating a condition on one server. */
export interface Verdict {
  readonly matches: boolean
  /** the compared value, in the unit of the type; null when there is nothing to show */
  readonly value: number | null
  /** what matches, for example names of containers; shown instead of the value */
  readonly subjects?: readonly string[]
}

/** Whether a value that equals the threshold matches. */
export type Comparison = 'at_least' | 'above'

/** A type of condition. */
export interface RuleType {
  /** as stored in rules, for example `cpu` */
  readonly type: string
  readonly name: CodedText
  /** `event`: raised through `alertSignals`, never polled, and never in one rule with other kinds */
  readonly kind: 'threshold' | 'network' | 'state' | 'traffic' | 'event'
  /**
   * Of kind `event`: its signals name a source, for example an address, and each source on a server has an alert of its own.
   * The only condition of its rule.
   */
  readonly perSource?: boolean
  readonly unit: RuleUnit
  readonly fields: readonly ConditionField[]
  /** How values are compared with `min`; default `at_least` */
  readonly comparison?: Comparison
  /** It is about reaching the server, so that a server it depends on may explain it. */
  readonly isReachability?: boolean
  /** minutes that `window` of conditions may name; with the field `window` */
  readonly window?: { readonly default: number; readonly max: number }
  /** The first start creates a rule with this condition, which notifies all channels. */
  readonly starter?: {
    readonly name: CodedText
    readonly severity: 'warning' | 'critical'
    readonly condition: Omit<Condition, 'rule_type'>
  }
  /** `duration` of conditions that leave it out, in `unit` */
  readonly defaultDuration?: number
  /** Checks what the fields alone do not tell; throws `invalid(pathOf('security.exclude_cidrs.0'), 'rule')`. */
  check?(condition: Condition, pathOf: (field: string) => string): void
  /**
   * Evaluates a condition on many servers at once, about once a minute. A server missing from the result has no data and
   * does not match. Must not block the event loop for more than a few milliseconds. Absent for kind `event`.
   */
  judge?(
    condition: Condition,
    servers: readonly Server[],
    now: number,
  ): ReadonlyMap<string, Verdict> | Promise<ReadonlyMap<string, Verdict>>
}

/** Condition types of the running plugins. Keyed by type. */
export const ruleTypes: PointRef<RuleType> = point('alerts.ruleTypes', (item) => item.type)

/** When a condition held, by server: start and exclusive end of each span in minutes since the epoch, flattened. */
export type MatchingMinutes = ReadonlyMap<string, Uint32Array>

/** Evaluates conditions of one type over stored history. */
export interface RuleHistory {
  /** the rule type */
  readonly type: string
  /**
   * The minutes in which `judge` would have matched, from minute `from` to minute `to`, exclusive. Servers without any may
   * be left out. Reads in the maintenance worker.
   */
  replay(
    condition: Condition,
    servers: readonly Server[],
    span: { readonly from: number; readonly to: number },
    signal: AbortSignal,
  ): Promise<MatchingMinutes>
}

/** Histories of rule types, to test rules before they are saved. Keyed by type. */
export const ruleHistories: PointRef<RuleHistory> = point('alerts.ruleHistories', (item) => item.type)

/** Spans in which `matches` holds, as in `MatchingMinutes`; it is called once per minute, in order. */
export function matchingSpans(from: number, to: number, matches: (minute: number) => boolean): Uint32Array {
  const spans: number[] = []
  let start = -1
  for (let minute = from; minute < to; minute++) {
    const isMatch = matches(minute)
    if (isMatch === start >= 0) continue
    if (isMatch) start = minute
    else {
      spans.push(start, minute)
      start = -1
    }
  }
  if (start >= 0) spans.push(start, to)
  return Uint32Array.from(spans)
}

/** Whether a value is within the bounds of a condition; `max` is inclusive. Without any bound it never is. */
export function withinBounds(
  { min = null, max = null }: Pick<Condition, 'min' | 'max'>,
  value: number,
  comparison: Comparison = 'at_least',
): boolean {
  // A single bound of either kind is a lower one.
  const low = min ?? max
  if (low === null) return false
  const isReached = comparison === 'above' ? value > low : value >= low
  return isReached && (min === null || max === null || value <= max)
}

/** Whether a name matches the pattern of a condition; without one, every name does. */
export function matchesPattern({ pattern }: Pick<Condition, 'pattern'>, name: string): boolean {
  if (pattern === undefined || pattern === null) return true
  let [at, star, retry] = [0, -1, 0]
  let from = 0
  while (from < name.length) {
    if (pattern[at] === '*') {
      star = at
      retry = from
      at += 1
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[from])) {
      at += 1
      from += 1
    } else if (star >= 0) {
      // Only the last star has to be tried again.
      at = star + 1
      retry += 1
      from = retry
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}

/** An event that rules of kind `event` fire on. */
export interface AlertSignal {
  /** the rule type */
  readonly type: string
  readonly serverId: string
  /** one line; goes into the notification and into the history, which members can read */
  readonly message: CodedText
  /** appended to notifications sent immediately, and never stored: for details that members must not read */
  readonly privateDetail?: CodedText
  /** where it came from, for example an address; of types that are `perSource` */
  readonly source?: string
  /** Whether rules with this condition fire; default: all do. */
  matches?(condition: Condition): boolean
  /** what actions get to know of the event, by name */
  readonly facts?: Readonly<Record<string, string>>
}

export interface AlertSignals {
  /** Fires the enabled rules with this condition that cover the server. Never throws. */
  signal(signal: AlertSignal): void
}

/** Raises alerts of kind `event`. */
export const alertSignals: ServiceRef<AlertSignals> = service('alerts.signals')

/** Suppresses notifications about servers, for example during maintenance. */
export interface Silencer {
  readonly plugin: string
  /**
   * Whether it silences the server at `now`, in epoch seconds. A string is the name of what silences it, for example of a
   * maintenance window; it is stored with the alert and shown to those who may see the server.
   */
  silences(serverId: string, now: number): boolean | string
}

/** While any of these silences a server, its alerts are recorded but no one is notified. Keyed by plugin. */
export const silencers: PointRef<Silencer> = point('alerts.silencers', (item) => item.plugin)

/** An alert fired or was resolved. */
export const alertChanged: EventRef<{
  readonly ruleId: string
  readonly serverId: string
  /** of a rule type that is `perSource`; otherwise empty */
  readonly source: string
  readonly status: 'firing' | 'resolved'
  /** types of the conditions of the rule */
  readonly ruleTypes: readonly string[]
  /** epoch seconds at which the alert fired; with rule, server and source it identifies the alert */
  readonly since: number
}> = event('alerts.alertChanged')

/** A change of an alert that runs tasks. */
export interface AlertTaskCause {
  readonly ruleId: string
  readonly ruleName: string
  readonly serverId: string
  /** of a rule type that is `perSource`; otherwise empty */
  readonly source: string
  readonly status: 'firing' | 'resolved'
  /** epoch seconds at which the alert fired; with rule, server and source it identifies the alert */
  readonly since: number
}

/** A task that rules may run. */
export interface AlertTask {
  readonly id: string
  readonly name: string
  /** where it runs */
  readonly hint: CodedText
}

/** Tasks that rules may run. */
export interface AlertTasks {
  readonly plugin: string
  list(): readonly AlertTask[]
  /** Whether there is a task with this id that rules may run. */
  has(taskId: string): boolean
  /** Runs a task, at most once per alert and status. Called in the transaction that records the change. */
  run(taskId: string, cause: AlertTaskCause): void
}

/** Runs tasks when alerts fire or recover. Keyed by plugin. */
export const alertTasks: PointRef<AlertTasks> = point('alerts.alertTasks', (item) => item.plugin)

/** A field of an action; forms are made from it. */
export type ActionField =
  /** the servers where it acts: `cover_type`, and `server_ids_json` unless that is `all` */
  | { readonly kind: 'coverage'; readonly label: CodedText }
  /** a time in seconds; null: without end */
  | {
      readonly kind: 'seconds'
      readonly name: string
      readonly label: CodedText
      readonly min: number
      readonly max: number
      readonly default: number
      /** offered by forms */
      readonly choices: readonly number[]
    }
  /** one line, optional */
  | {
      readonly kind: 'text'
      readonly name: string
      readonly label: CodedText
      readonly hint: CodedText
      readonly maxLength: number
    }

/** Values of the fields of an action. */
export type ActionOptions = Readonly<Record<string, string | number | null>>

/** An event that an action is about. */
export interface AlertActionCause {
  readonly ruleId: string
  readonly ruleName: string
  readonly serverId: string
  /** for example the address of an attacker */
  readonly source: string
  /** of the signal */
  readonly facts: Readonly<Record<string, string>>
}

/** What rules can do about the sources of their alerts. */
export interface AlertAction {
  /** as stored in rules, for example `block_source_ip` */
  readonly type: string
  readonly name: CodedText
  readonly hint: CodedText
  /** the rule types whose sources it can act on */
  readonly ruleTypes: readonly string[]
  readonly fields: readonly ActionField[]
  /** Acts on the source of an event. Called for every event of an alert, in the transaction that records it. */
  run(options: ActionOptions, cause: AlertActionCause): void
}

/** Actions of rules. Keyed by type. */
export const alertActions: PointRef<AlertAction> = point('alerts.alertActions', (item) => item.type)

/** Provides the current CPU and memory usage of servers for notifications. */
export interface UsageSource {
  readonly plugin: string
  /** In percent, as last reported; null when unknown. */
  of(serverId: string): { readonly cpu: number | null; readonly memory: number | null }
}

/** Fills `cpu` and `memory` of notifications; the first source with data wins. Keyed by plugin. */
export const usageSources: PointRef<UsageSource> = point('alerts.usageSources', (item) => item.plugin)

/** A notification to send to a group. */
export interface Notice {
  readonly event: 'triggered' | 'resolved' | 'recovered'
  /** a kind of `alertSubjects`; absent: not part of grouping */
  readonly subjectKind?: string
  /** the server, or the service monitor */
  readonly subjectId: string
  readonly subjectName: string
  /** id and name of the rule; a monitor uses its own id, and its name with the type in parentheses */
  readonly ruleId: string
  readonly ruleName: string
  /** of a rule type that is `perSource` */
  readonly source?: string
  readonly message: CodedText
  /** of the rule; absent for other subjects */
  readonly severity?: 'warning' | 'critical'
  /** epoch seconds */
  readonly at: number
  /** percent, as last reported; null when unknown or not about a server */
  readonly cpu: number | null
  readonly memory: number | null
}

export interface Notifications {
  /** Whether a notification group with this id exists. */
  hasGroup(groupId: string): boolean
  /** Whether a notification of this group goes to anyone: it has an enabled channel. */
  reaches(groupId: string): boolean
  /**
   * Queues a notification for every enabled channel of the group, in the caller's transaction. It is sent after the commit,
   * retried on failure, and survives a restart. Does nothing when the group no longer exists. With a `subjectKind`, it is
   * grouped with the alerts of the same cause, and an end goes to the group that was notified of the start.
   */
  notify(groupId: string | null, notice: Notice): void
  /** The alerts of a subject no longer apply, for example because it was deleted. No one is notified. */
  close(subjectKind: string, subjectId: string): void
}

/** What has alerts besides servers. */
export interface AlertSubject {
  readonly name: string
  /** its servers: it shares their place, and depends on them */
  readonly serverIds: readonly string[]
}

/** Subjects of alerts of one kind, for example service monitors. */
export interface AlertSubjects {
  /** as stored, for example `monitor` */
  readonly kind: string
  get(id: string): AlertSubject | undefined
  /** For example "3 monitors". */
  count(count: number): CodedText
}

/** Subjects of alerts besides servers; their alerts are grouped like those of servers. Keyed by kind. */
export const alertSubjects: PointRef<AlertSubjects> = point('alerts.alertSubjects', (item) => item.kind)

/** What servers and other subjects can depend on, for example targets of network probes. */
export interface DependencyTargets {
  /** as stored, for example `probe_target` */
  readonly kind: string
  readonly name: CodedText
  /** in the order of forms */
  list(): readonly { readonly id: string; readonly name: string }[]
  /** Those that cannot be reached now. */
  unreachable(ids: readonly string[]): Promise<readonly string[]>
}

/** What servers can depend on besides servers. Keyed by kind. */
export const dependencyTargets: PointRef<DependencyTargets> = point('alerts.dependencyTargets', (item) => item.kind)

/** Sends notifications to groups. */
export const notifications: ServiceRef<Notifications> = service('alerts.notifications')

export interface Silence {
  /** Whether any silencer silences this server now. */
  isSilenced(serverId: string): boolean
}

export const silence: ServiceRef<Silence> = service('alerts.silence')

/** A notification group was deleted; plugins that store its id must drop it. */
export const groupDeleted: EventRef<{ readonly groupId: string }> = event('alerts.groupDeleted')

/** A notification as a channel sends it: in the configured language, with all template variables. */
export interface OutgoingNotice {
  /** the same in every attempt, so that receivers can detect duplicates */
  readonly id: string
  readonly event: Notice['event'] | 'test'
  readonly title: string
  readonly text: string
  /** by name without braces: server_name, server_id, rule_id, rule_name, source, severity, event, message, time, cpu, memory, group_id, count */
  readonly variables: Readonly<Record<string, string>>
  /** ids of the servers that it names, so that nobody is told of hidden ones */
  readonly serverIds: readonly string[]
  /** the conversation that it belongs to; absent for a notification of its own */
  readonly thread?: NoticeThread
}

/** The messages about one group of alerts. */
export interface NoticeThread {
  /** the same in all of them; also the `id` of the first one */
  readonly id: string
  /**
   * `opening`: the first message. `update`: replaces it; only for channel types with `replaces`. `follow_up`: what changed,
   * for the others. `reminder`: it still lasts. `end`: all alerts are resolved.
   */
  readonly kind: 'opening' | 'update' | 'follow_up' | 'reminder' | 'end'
  /** what `deliver` returned for the first message on this channel */
  readonly receipt?: string
}

/**
 * A failed delivery; a `permanent` one is not retried. The reason is stored and shown to administrators, and must not contain
 * secrets. One that is a string is shown as it is, whatever the language.
 */
export class DeliveryError extends CodedError {
  readonly permanent: boolean
  /** seconds to wait before the next attempt, as requested by the receiver; capped at one hour */
  readonly retryAfter: number | undefined

  constructor(
    reason: CodedText | string,
    permanent: boolean,
    options: { readonly retryAfter?: number | undefined } = {},
  ) {
    super(typeof reason !== 'string' ? reason : reason ? text('alerts.FAILED_FOR', { reason }) : text('alerts.FAILED'))
    this.name = 'DeliveryError'
    this.permanent = permanent
    this.retryAfter = options.retryAfter
  }
}

/** A type of notification channel. */
export interface ChannelType {
  /** as stored in channels, for example `webhook` */
  readonly type: string
  readonly name: CodedText
  /** config members that are stored encrypted and never shown; dots go deeper (`headers` covers all its values) */
  readonly secrets: readonly string[]
  /** Visible prefix of a secret, by its name in `secrets`; the mask follows. Without one, only the mask is shown. */
  readonly hints?: Readonly<Record<string, (secret: string) => string>>
  /** Where secrets are sent to, for example an origin. When it changes, secrets must be entered again. */
  destination?(config: Readonly<Record<string, unknown>>): string
  /** The form of the type, for those without code for pages; made by `schemaChannel`. */
  readonly fields?: readonly FormField[]
  /** Why the type cannot send now, for example a missing setting; undefined when it can. */
  problem?(): CodedText | undefined
  /** The configuration with defaults filled in; throws `invalid('config_json.url', 'rule')`. */
  parse(config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Whether a message with the `thread.kind` `update` replaces the first one, without another notification. */
  replaces?(config: Readonly<Record<string, unknown>>): boolean
  /**
   * Sends one notification; throws `DeliveryError`. May resolve with a string that identifies the message to the receiver:
   * later ones of the same thread get it as `thread.receipt`.
   */
  deliver(config: Readonly<Record<string, unknown>>, notice: OutgoingNotice, signal: AbortSignal): Promise<unknown>
}

type SchemaChannelOptions<Schema extends TObject> = Pick<ChannelType, 'type' | 'name' | 'problem'> & {
  readonly schema: Schema
  destination?(config: Static<Schema>): string
  deliver(config: Static<Schema>, notice: OutgoingNotice, signal: AbortSignal): Promise<unknown>
}

/**
 * A channel type that is described by a schema of texts, numbers, booleans and choices: its form, its checks and what is secret
 * follow from it, so that it needs no page.
 *
 * @example
 * schemaChannel({
 *   type: 'pager',
 *   name: text('pager.PAGER'),
 *   schema: Type.Object({
 *     room: Type.String({ label: text('pager.ROOM'), maxLength: 64 }),
 *     token: Type.String({ label: text('pager.TOKEN'), secret: true }),
 *   }),
 *   deliver: async ({ room, token }, { title }, signal) => send(room, token, title, signal),
 * })
 */
export function schemaChannel<Schema extends TObject>(options: SchemaChannelOptions<Schema>): ChannelType {
  const { schema, destination, deliver, ...type } = options
  return {
    ...type,
    secrets: secretFields(schema),
    fields: formFields(schema),
    parse: (config) => parseForm(schema, config, 'config_json'),
    ...(destination ? { destination: (config) => destination(config as Static<Schema>) } : {}),
    deliver: (config, notice, signal) => deliver(config as Static<Schema>, notice, signal),
  }
}

/** Channel types, built in or contributed. Keyed by type. */
export const channels: PointRef<ChannelType> = point('alerts.channels', (item) => item.type)

/** An email to one or several recipients, who see each other. */
export interface Email {
  /** unique; the local part of its Message-ID */
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  /** further headers, for example `List-Unsubscribe` */
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends email with the settings `smtp` or `resend` of the configuration file. */
export interface Mailer {
  /** Why no email can be sent now; undefined if it can. */
  problem(): CodedText | undefined
  /** Whether this looks like one address whose domain contains a dot. */
  isAddress(text: string): boolean
  /** Makes one attempt; throws `DeliveryError`. */
  send(email: Email, signal: AbortSignal): Promise<void>
}

export const mailer: ServiceRef<Mailer> = service('alerts.mailer')

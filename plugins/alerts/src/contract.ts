import type { Server } from '@svc/plugin-enrollment/contract'
import { type EventRef, event, type PointRef, point, type ServiceRef, service } from '@svc/plugin-sdk'

export type { AlertChange, AlertEvent, AlertEventDetail } from './events/event-schema.ts'
export type { Channel, ChannelInput, Delivery, Group, GroupInput } from './notifications/notification-schema.ts'
export type { AlertRule, AlertRuleInput, AlertState, Condition, RuleTypeView } from './rules/rule-schema.ts'

import type { Condition } from './rules/rule-schema.ts'

/** A text in each language of the dashboard. */
export interface Words {
  readonly en: string
  readonly zh: string
}

/** Unit of the figures that a condition compares; null for plain numbers. */
export type RuleUnit = 'percent' | 'bytes' | 'bytes_per_second' | 'celsius' | 'milliseconds' | 'seconds' | 'days' | null

/** Members of a condition beside its type; a rule type names the ones it reads. */
export type ConditionField = 'min' | 'max' | 'duration' | 'cycle_interval' | 'cycle_limit'

/** What a condition found on one server. */
export interface Verdict {
  readonly matches: boolean
  /** what was compared, in the unit of the type; null when there is nothing to show */
  readonly value: number | null
}

/** A kind of condition. */
export interface RuleType {
  /** as rules store it, for example `cpu` */
  readonly type: string
  readonly name: Words
  /** `event`: raised through `alertSignals`, never polled, never in one rule with others */
  readonly kind: 'threshold' | 'network' | 'state' | 'traffic' | 'event'
  readonly unit: RuleUnit
  readonly fields: readonly ConditionField[]
  /** what `duration` is when a condition leaves it out, in `unit` */
  readonly defaultDuration?: number
  /**
   * Judges a condition on servers at once, about once a minute. A server that is missing in the answer has no data and
   * does not match. Must not hold the event loop over some milliseconds. Absent for kind `event`.
   */
  judge?(
    condition: Condition,
    servers: readonly Server[],
    now: number,
  ): ReadonlyMap<string, Verdict> | Promise<ReadonlyMap<string, Verdict>>
}

/** The kinds of conditions of the running plugins. Keyed by type. */
export const ruleTypes: PointRef<RuleType> = point('alerts.ruleTypes', (item) => item.type)

/** Whether a value lies within the bounds of a condition, both inclusive; without any bound it never does. */
export function withinBounds({ min = null, max = null }: Pick<Condition, 'min' | 'max'>, value: number): boolean {
  if (min === null && max === null) return false
  // A single bound of either kind means "at or above".
  return min === null ? value >= Number(max) : value >= min && (max === null || value <= max)
}

/** Something happened that rules of kind `event` wait for. */
export interface AlertSignal {
  /** the rule type */
  readonly type: string
  readonly serverId: string
  /** what happened, on one line; goes into the notification, and into the history that members read */
  readonly message: Words
  /** what follows the message in a notification that is sent at once, and is kept nowhere else: who did it, and why */
  readonly aside?: Words
}

export interface AlertSignals {
  /** Fires the rules that wait for it, cover the server and are not held back. Never throws. */
  signal(signal: AlertSignal): void
}

/** How plugins raise alerts of kind `event`. */
export const alertSignals: ServiceRef<AlertSignals> = service('alerts.signals')

/** Knows when nobody wants to hear of a server, for example because it is being worked on. */
export interface Gate {
  readonly plugin: string
  /** `now` in epoch seconds */
  holds(serverId: string, now: number): boolean
}

/** While one of these holds a server, its alerts are recorded and nobody is told. Keyed by plugin. */
export const gates: PointRef<Gate> = point('alerts.gates', (item) => item.plugin)

/** An alert fired or resolved. */
export const alertChanged: EventRef<{
  readonly ruleId: string
  readonly serverId: string
  readonly status: 'firing' | 'resolved'
}> = event('alerts.alertChanged')

/** Knows how busy servers are, for what people are told. */
export interface Figures {
  readonly plugin: string
  /** In percent, as last reported; null when unknown. */
  of(serverId: string): { readonly cpu: number | null; readonly memory: number | null }
}

/** Fills `cpu` and `memory` of notices; the first that knows wins. Keyed by plugin. */
export const figures: PointRef<Figures> = point('alerts.figures', (item) => item.plugin)

/** What somebody is told. */
export interface Notice {
  readonly event: 'triggered' | 'resolved' | 'recovered'
  /** the server, or the service monitor */
  readonly subjectId: string
  readonly subjectName: string
  /** id and name of the rule; a monitor gives its own id, and its name with the type in parentheses */
  readonly ruleId: string
  readonly ruleName: string
  readonly message: Words
  /** epoch seconds */
  readonly at: number
  /** percent, as last reported; null when unknown or not of a server */
  readonly cpu: number | null
  readonly memory: number | null
}

export interface Notifications {
  /** A group of channels with this id exists. */
  hasGroup(groupId: string): boolean
  /**
   * Queues a notice for every enabled channel of the group, in the caller's transaction: it is sent after the commit,
   * retried, and survives a restart. A group that is gone tells nobody.
   */
  notify(groupId: string, notice: Notice): void
}

/** How plugins tell people. */
export const notifications: ServiceRef<Notifications> = service('alerts.notifications')

export interface Silence {
  /** Some gate holds this server now. */
  covers(serverId: string): boolean
}

/** Asks the gates. */
export const silence: ServiceRef<Silence> = service('alerts.silence')

/** A notification group was deleted; whoever stored its id forgets it. */
export const groupDeleted: EventRef<{ readonly groupId: string }> = event('alerts.groupDeleted')

/** A notice as a channel sends it: texts in the language of the installation, every template variable filled. */
export interface OutgoingNotice {
  /** the same in every attempt, so that receivers can tell when one comes twice */
  readonly id: string
  readonly event: Notice['event'] | 'test'
  readonly title: string
  readonly text: string
  /** by name without braces: server_name, server_id, rule_id, rule_name, event, message, time, cpu, memory */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Why a delivery failed; `permanent` is not tried again. The message, in English alone or in both languages, may be shown
 * and must not hold secrets.
 */
export class DeliveryError extends Error {
  readonly permanent: boolean
  /** the message in Chinese, when it is known */
  readonly zh: string | undefined
  /** seconds for which the receiver wants to be left alone, when it said so; an hour at most is granted */
  readonly retryAfter: number | undefined

  constructor(message: string | Words, permanent: boolean, more: { readonly retryAfter?: number | undefined } = {}) {
    super(typeof message === 'string' ? message : message.en)
    this.name = 'DeliveryError'
    this.permanent = permanent
    this.zh = typeof message === 'string' ? undefined : message.zh
    this.retryAfter = more.retryAfter
  }
}

/** A way to reach people. */
export interface ChannelType {
  /** as channels store it, for example `webhook` */
  readonly type: string
  readonly name: Words
  /** members of the configuration that are stored encrypted and never shown; dots go deeper (`headers` hides all values) */
  readonly secrets: readonly string[]
  /** What may be seen of a secret, by its name in `secrets`; the mask follows. Without one nothing may. */
  readonly hints?: Readonly<Record<string, (secret: string) => string>>
  /** Whom it hands its secrets to, for example an origin. When that changes, secrets are asked for again. */
  destination?(config: Readonly<Record<string, unknown>>): string
  /** Why it cannot send now, for example a missing setting; undefined when it can. */
  problem?(): Words | undefined
  /** The configuration, completed with defaults; throws `invalid('config_json.url', 'rule')`. */
  parse(config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Sends one notice; throws `DeliveryError`. */
  deliver(config: Readonly<Record<string, unknown>>, notice: OutgoingNotice, signal: AbortSignal): Promise<void>
}

/** Ways to reach people, built in or contributed. Keyed by type. */
export const channels: PointRef<ChannelType> = point('alerts.channels', (item) => item.type)

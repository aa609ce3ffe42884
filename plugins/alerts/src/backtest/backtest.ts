import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Core, type Registry, tooManyRequests, toTimestamp } from '@svc/plugin-sdk'
import type { MatchingMinutes, RuleHistory, RuleType } from '../contract.ts'
import type { Grouping } from '../grouping/grouping.ts'
import { covers, listedBy } from '../rules/rule-input.ts'
import type { Rules } from '../rules/rules.ts'
import type { Rule } from '../rules/rules-store.ts'
import type { BacktestInput, BacktestResult } from './backtest-schema.ts'
import { intersect, withoutStart } from './minute-spans.ts'
import type { Simulation, SimulationInput, Timeline } from './simulate.ts'

interface Dependencies extends Pick<Core, 'offload'> {
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'list' | 'select'>
  readonly types: Registry<RuleType>
  readonly histories: Registry<RuleHistory>
  readonly rules: Pick<Rules, 'preview'>
  readonly grouping: Pick<Grouping, 'simulated'>
}

/** Minutes since the epoch; `to` is exclusive. */
interface MinuteSpan {
  readonly from: number
  readonly to: number
}

const worker = new URL('./backtest-worker.js', import.meta.url)
/** Each takes seconds of the maintenance worker. */
const maxRunning = 2
const maxTop = 20
const minutesPerDay = 1440

const nothing = new Uint32Array()

/** Tests rules that are not saved on stored history. */
export function makeBacktest({ clock, offload, servers, types, histories, rules, grouping }: Dependencies) {
  let running = 0

  /** When all conditions of the rule held, by server. */
  async function matching(rule: Rule, covered: readonly Server[], span: MinuteSpan, signal: AbortSignal) {
    let found: MatchingMinutes | undefined
    for (const condition of rule.conditions) {
      const next = await histories.get(condition.rule_type)?.replay(condition, covered, span, signal)
      const before = found
      found =
        before === undefined
          ? next
          : new Map([...before].map(([id, minutes]) => [id, intersect(minutes, next?.get(id) ?? nothing)]))
    }
    return [...(found ?? [])].flatMap(([serverId, spans]): Timeline[] => {
      const minutes = withoutStart(spans, rule.for_minutes)
      return minutes.length > 0 ? [{ serverId, minutes }] : []
    })
  }

  async function run({ rule: input, days }: BacktestInput, signal: AbortSignal): Promise<BacktestResult> {
    const rule = rules.preview(input)
    const to = Math.floor(clock.now() / 60_000)
    const span = { from: to - days * minutesPerDay, to }
    const listed = listedBy(rule, servers)
    const covered = servers.list().filter(({ id }) => covers(rule.cover_type, listed.has(id)))
    const ruleTypes = [...new Set(rule.conditions.map(({ rule_type }) => rule_type))]
    const unsupported = ruleTypes.filter((type) => !histories.get(type))
    const timelines = unsupported.length > 0 ? [] : await matching(rule, covered, span, signal)
    const simulated = grouping.simulated(
      rule,
      timelines.map(({ serverId }) => serverId),
    )
    const isReachability = ruleTypes.some((type) => types.get(type)?.isReachability === true)
    const { servers: fired, ...counts } = await offload<SimulationInput, Simulation>(
      worker,
      {
        timelines,
        mode: rule.trigger_mode,
        reminderSeconds: rule.reminder_minutes * 60,
        to,
        ...(simulated && { grouping: { ...simulated, isReachability } }),
      },
      { signal },
    )
    const names = new Map(covered.map(({ id, name }) => [id, name]))
    const perDay = Array.from({ length: days }, () => 0)
    for (const at of fired.flatMap(({ firedAt }) => firedAt)) {
      const day = Math.floor((at / 60 - span.from) / minutesPerDay)
      perDay[day] = (perDay[day] ?? 0) + 1
    }
    const sum = (of: 'alerts' | 'seconds') => fired.reduce((total, server) => total + server[of], 0)
    return {
      from: toTimestamp(span.from * 60),
      to: toTimestamp(span.to * 60),
      servers: covered.length,
      unsupported,
      alerts: sum('alerts'),
      firing_servers: fired.length,
      firing_seconds: sum('seconds'),
      longest_seconds: fired.reduce((longest, server) => Math.max(longest, server.longest), 0),
      notices: counts.notices,
      messages: counts.messages ?? null,
      per_day: perDay.map((alerts, day) => ({ at: toTimestamp((span.from + day * minutesPerDay) * 60), alerts })),
      top: fired
        .toSorted((a, b) => b.seconds - a.seconds || (a.serverId < b.serverId ? -1 : 1))
        .slice(0, maxTop)
        .map(({ serverId, alerts, seconds, firedAt }) => ({
          server_id: serverId,
          server_name: names.get(serverId) ?? serverId,
          alerts,
          firing_seconds: seconds,
          last_at: toTimestamp(firedAt.at(-1) ?? 0),
        })),
    }
  }

  /** Throws 429 while others are running, and 422 for an invalid rule. */
  return async (input: BacktestInput, signal: AbortSignal): Promise<BacktestResult> => {
    if (running >= maxRunning) throw tooManyRequests(2)
    running += 1
    try {
      return await run(input, signal)
    } finally {
      running -= 1
    }
  }
}
export type Backtest = ReturnType<typeof makeBacktest>

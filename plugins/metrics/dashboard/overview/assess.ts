import type { OverviewRow } from '@svc/plugin-metrics/contract'
import type { ServerStatus } from '@svc/protocol'
import {
  type Facts,
  type Level,
  levelFor,
  type Rule,
  type RuleId,
  ruleIds,
  rules,
  type SmoothedUsage,
  share,
} from './health-rules.ts'

/** Why a server needs attention. */
export interface Reason {
  readonly rule: RuleId
  readonly level: 1 | 2
  /** the value compared with the limits */
  readonly value: number
  /** known start, in epoch seconds */
  readonly since: number
  /** orders servers with the same reason; higher is worse */
  readonly weight: number
}

/** A server and its problems, worst first. */
export interface Assessed {
  readonly id: string
  readonly server: ServerStatus
  readonly level: Level
  readonly reasons: readonly Reason[]
}

interface RuleState {
  readonly level: Level
  /** since when the level is not 0 */
  readonly since: number
}

interface ServerState {
  readonly at: number
  readonly lastActive: number
  readonly smoothed: SmoothedUsage
  readonly rules: ReadonlyMap<RuleId, RuleState>
}

/** Time constant of the moving average. */
const smoothingSeconds = 45
/** State older than this is discarded. */
const staleSeconds = 30

const currentUsage = ({ cpu, mem_used, mem_total, swap_used, swap_total }: ServerStatus): SmoothedUsage => ({
  cpu,
  memory: share(mem_used, mem_total) ?? 0,
  swap: share(swap_used, swap_total) ?? 0,
})

function smooth(previous: ServerState | undefined, server: ServerStatus, at: number): SmoothedUsage {
  const next = currentUsage(server)
  if (!previous || at - previous.at > staleSeconds) return next
  if (previous.lastActive === server.last_active) return previous.smoothed
  const weight = 1 - Math.exp(-Math.max(1, at - previous.at) / smoothingSeconds)
  const toward = (before: number, after: number) => before + weight * (after - before)
  return {
    cpu: toward(previous.smoothed.cpu, next.cpu),
    memory: toward(previous.smoothed.memory, next.memory),
    swap: toward(previous.smoothed.swap, next.swap),
  }
}

function ruleStateOf(rule: Rule, value: number, facts: Facts, before: RuleState | undefined): RuleState {
  const level = levelFor(rule, value, before?.level ?? 0)
  if (level === 0) return { level, since: facts.now }
  const since = before && before.level > 0 ? before.since : facts.now
  return { level, since: Math.min(since, rule.sustained?.since(facts, rule.warn - rule.hysteresis) ?? since) }
}

const worstFirst = (a: Reason, b: Reason) => b.level - a.level

/**
 * Assesses servers over time. Keeps state so that a single sample raises no alarm and values at a limit do not flap.
 */
export function makeAssessor() {
  let stateById: ReadonlyMap<string, ServerState> = new Map()

  function assess(server: ServerStatus, row: OverviewRow | undefined, at: number): [Assessed, ServerState] {
    const previous = stateById.get(server.id)
    const facts: Facts = { server, row, smoothed: smooth(previous, server, at), now: at }
    const ruleStates = previous && at - previous.at <= staleSeconds ? previous.rules : undefined
    const nextRuleStates = new Map<RuleId, RuleState>()
    const reasons: Reason[] = []
    for (const rule of rules) {
      const value = rule.value(facts)
      if (value === undefined || !Number.isFinite(value)) continue
      const { level, since } = ruleStateOf(rule, value, facts, ruleStates?.get(rule.id))
      nextRuleStates.set(rule.id, { level, since })
      if (level === 0 || at - since < (rule.sustained?.seconds ?? 0)) continue
      const steps = Math.floor(value / rule.step)
      reasons.push({ rule: rule.id, level, value, since, weight: rule.below ? -steps : steps })
    }
    reasons.sort(worstFirst)
    return [
      { id: server.id, server, level: reasons[0]?.level ?? 0, reasons },
      { at, lastActive: server.last_active, smoothed: facts.smoothed, rules: nextRuleStates },
    ]
  }

  return {
    /** `at` in epoch seconds. */
    assessAll(
      servers: readonly ServerStatus[],
      rows: ReadonlyMap<string, OverviewRow>,
      at: number,
    ): readonly Assessed[] {
      const nextStateById = new Map<string, ServerState>()
      const assessed = servers.map((server) => {
        const [result, state] = assess(server, rows.get(server.id), at)
        nextStateById.set(server.id, state)
        return result
      })
      stateById = nextStateById
      return assessed
    },
  }
}

const ruleOrder = new Map(ruleIds.map((id, place) => [id, place]))

/** Whether no agent has connected yet. Pending servers come after healthy ones. */
export const isPending = ({ server }: Assessed) => !server.online && server.agent_authority.status !== 'claimed'

function compare(a: Assessed, b: Assessed): number {
  if (a.level !== b.level) return b.level - a.level
  const [x, y] = [a.reasons[0], b.reasons[0]]
  if (!x || !y) return Number(isPending(a)) - Number(isPending(b))
  const place = (ruleOrder.get(x.rule) ?? 0) - (ruleOrder.get(y.rule) ?? 0)
  return place || y.weight - x.weight || b.reasons.length - a.reasons.length
}

/** Sorted copy, worst first; stable. */
export const sortBySeverity = (servers: readonly Assessed[]): readonly Assessed[] => [...servers].sort(compare)

const statusOf = ({ level, reasons }: Assessed) => `${level} ${reasons[0]?.rule}`

/** Whether servers were added or removed, or changed their level or main reason. */
export function hasStatusChanged(before: readonly Assessed[], after: readonly Assessed[]): boolean {
  if (before.length !== after.length) return true
  const statuses = new Map(before.map((each) => [each.id, statusOf(each)]))
  return after.some((each) => statuses.get(each.id) !== statusOf(each))
}

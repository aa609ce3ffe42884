import type { OverviewRow } from '@svc/plugin-metrics/contract'
import type { ServerStatus } from '@svc/protocol'
import {
  type Facts,
  type Level,
  levelFor,
  type Rule,
  type RuleId,
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
  readonly calm: SmoothedUsage
  readonly standings: ReadonlyMap<RuleId, RuleState>
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

function smooth(states: ServerState | undefined, server: ServerStatus, at: number): SmoothedUsage {
  const next = currentUsage(server)
  if (!states || at - states.at > staleSeconds) return next
  if (states.lastActive === server.last_active) return states.calm
  const weight = 1 - Math.exp(-Math.max(1, at - states.at) / smoothingSeconds)
  const toward = (before: number, after: number) => before + weight * (after - before)
  return {
    cpu: toward(states.calm.cpu, next.cpu),
    memory: toward(states.calm.memory, next.memory),
    swap: toward(states.calm.swap, next.swap),
  }
}

function ruleStateOf(rule: Rule, value: number, facts: Facts, before: RuleState | undefined): RuleState {
  const level = levelFor(rule, value, before?.level ?? 0)
  if (level === 0) return { level, since: facts.now }
  const began = before && before.level > 0 ? before.since : facts.now
  return { level, since: Math.min(began, rule.sustained?.since(facts, rule.warn - rule.hysteresis) ?? began) }
}

const worstFirst = (a: Reason, b: Reason) => b.level - a.level

/**
 * Assesses servers over time. Keeps state so that a single sample raises no alarm and values at a limit do not flap.
 */
export function makeAssessor() {
  let kept: ReadonlyMap<string, ServerState> = new Map()

  function assess(server: ServerStatus, row: OverviewRow | undefined, at: number): [Assessed, ServerState] {
    const old = kept.get(server.id)
    const facts: Facts = { server, row, smoothed: smooth(old, server, at), now: at }
    const fresh = old && at - old.at <= staleSeconds ? old.standings : undefined
    const standings = new Map<RuleId, RuleState>()
    const reasons: Reason[] = []
    for (const rule of rules) {
      const value = rule.value(facts)
      if (value === undefined || !Number.isFinite(value)) continue
      const { level, since } = ruleStateOf(rule, value, facts, fresh?.get(rule.id))
      standings.set(rule.id, { level, since })
      if (level === 0 || at - since < (rule.sustained?.seconds ?? 0)) continue
      const steps = Math.floor(value / rule.step)
      reasons.push({ rule: rule.id, level, value, since, weight: rule.below ? -steps : steps })
    }
    reasons.sort(worstFirst)
    return [
      { id: server.id, server, level: reasons[0]?.level ?? 0, reasons },
      { at, lastActive: server.last_active, calm: facts.smoothed, standings },
    ]
  }

  return {
    /** `at` in epoch seconds. */
    assessAll(
      servers: readonly ServerStatus[],
      rows: ReadonlyMap<string, OverviewRow>,
      at: number,
    ): readonly Assessed[] {
      const seen = new Map<string, ServerState>()
      const assessed = servers.map((server) => {
        const [found, keep] = assess(server, rows.get(server.id), at)
        seen.set(server.id, keep)
        return found
      })
      kept = seen
      return assessed
    },
  }
}

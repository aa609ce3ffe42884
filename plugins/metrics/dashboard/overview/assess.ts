import type { OverviewRow } from '@svc/plugin-metrics/contract'
import type { ServerStatus } from '@svc/protocol'
import { type Calm, type Facts, judge, type Level, type Rule, type RuleId, rules, share } from './health-rules.ts'

/** Why somebody should look at a server. */
export interface Reason {
  readonly rule: RuleId
  readonly level: 1 | 2
  /** what the rule compared with its limits */
  readonly value: number
  /** since when it lasts as far as is known, epoch seconds */
  readonly since: number
  /** decides between servers with the same reason; more is worse */
  readonly weight: number
}

/** A server and what is the matter with it, the worst first. */
export interface Assessed {
  readonly id: string
  readonly server: ServerStatus
  readonly level: Level
  readonly reasons: readonly Reason[]
}

interface Standing {
  readonly level: Level
  /** since when the level is not 0 */
  readonly since: number
}

interface Kept {
  readonly at: number
  readonly lastActive: number
  readonly calm: Calm
  readonly standings: ReadonlyMap<RuleId, Standing>
}

/** Seconds: how long a jump takes to be believed. */
const inertia = 45
/** Nobody looked for longer than this: what was known is no longer true. */
const away = 30

const now = ({ cpu, mem_used, mem_total, swap_used, swap_total }: ServerStatus): Calm => ({
  cpu,
  memory: share(mem_used, mem_total) ?? 0,
  swap: share(swap_used, swap_total) ?? 0,
})

function calmed(kept: Kept | undefined, server: ServerStatus, at: number): Calm {
  const next = now(server)
  if (!kept || at - kept.at > away) return next
  if (kept.lastActive === server.last_active) return kept.calm
  const weight = 1 - Math.exp(-Math.max(1, at - kept.at) / inertia)
  const toward = (before: number, after: number) => before + weight * (after - before)
  return {
    cpu: toward(kept.calm.cpu, next.cpu),
    memory: toward(kept.calm.memory, next.memory),
    swap: toward(kept.calm.swap, next.swap),
  }
}

function standingOf(rule: Rule, value: number, facts: Facts, before: Standing | undefined): Standing {
  const level = judge(rule, value, before?.level ?? 0)
  if (level === 0) return { level, since: facts.now }
  const began = before && before.level > 0 ? before.since : facts.now
  return { level, since: Math.min(began, rule.lasts?.since(facts, rule.warn - rule.gap) ?? began) }
}

const worstFirst = (a: Reason, b: Reason) => b.level - a.level

/**
 * Follows the servers and says what is the matter with them. It remembers what it saw, so that one sample raises no alarm,
 * and a value at a limit does not come and go.
 */
export function makeWatch() {
  let kept: ReadonlyMap<string, Kept> = new Map()

  function assess(server: ServerStatus, row: OverviewRow | undefined, at: number): [Assessed, Kept] {
    const old = kept.get(server.id)
    const facts: Facts = { server, row, calm: calmed(old, server, at), now: at }
    const fresh = old && at - old.at <= away ? old.standings : undefined
    const standings = new Map<RuleId, Standing>()
    const reasons: Reason[] = []
    for (const rule of rules) {
      const value = rule.value(facts)
      if (value === undefined || !Number.isFinite(value)) continue
      const { level, since } = standingOf(rule, value, facts, fresh?.get(rule.id))
      standings.set(rule.id, { level, since })
      if (level === 0 || at - since < (rule.lasts?.seconds ?? 0)) continue
      const steps = Math.floor(value / rule.step)
      reasons.push({ rule: rule.id, level, value, since, weight: rule.below ? -steps : steps })
    }
    reasons.sort(worstFirst)
    return [
      { id: server.id, server, level: reasons[0]?.level ?? 0, reasons },
      { at, lastActive: server.last_active, calm: facts.calm, standings },
    ]
  }

  return {
    /** `at` in epoch seconds. */
    observe(servers: readonly ServerStatus[], rows: ReadonlyMap<string, OverviewRow>, at: number): readonly Assessed[] {
      const seen = new Map<string, Kept>()
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

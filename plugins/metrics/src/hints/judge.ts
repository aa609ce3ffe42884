import type { HealthReason } from '@svc/protocol'
import { type Hint, type HintFacts, hints } from './hints.ts'
import { type HealthLimits, type Limits, rangeOf } from './limit-schema.ts'

/** A hint of a server that is not healthy. */
export interface FoundHint {
  readonly hint: Hint
  readonly level: HealthReason['level']
  /** epoch seconds */
  readonly since: number
  /** the limit that was crossed */
  readonly limit: number
}

/** By id of the hint. */
export type FoundHints = ReadonlyMap<Hint['id'], FoundHint>

interface Crossed {
  readonly level: HealthReason['level']
  readonly limit: number
}

/** The level of a value; `before` is the level until now, whose limit only ends with the hysteresis. */
function crossed({ id, hysteresis }: Hint, value: number, limits: Limits, before: number): Crossed | undefined {
  const { below } = rangeOf(id)
  const reaches = (limit: number | null, isActive: boolean) => {
    if (limit === null) return false
    const slack = isActive ? hysteresis : 0
    return below ? value < limit + slack : value >= limit - slack
  }
  if (reaches(limits.critical, before === 2)) return { level: 2, limit: limits.critical ?? 0 }
  return reaches(limits.warning, before > 0) ? { level: 1, limit: limits.warning ?? 0 } : undefined
}

/** What is wrong with a server now, given what was wrong before. */
export function judge(facts: HintFacts, limits: HealthLimits, before: FoundHints | undefined): FoundHints {
  const found = new Map<Hint['id'], FoundHint>()
  for (const hint of hints) {
    const value = hint.value(facts)
    if (value === undefined || !Number.isFinite(value)) continue
    const last = before?.get(hint.id)
    const now = crossed(hint, value, limits[hint.id], last?.level ?? 0)
    if (now) found.set(hint.id, { hint, ...now, since: last?.since ?? facts.now })
  }
  return found
}

/** Whether browsers have to know. */
export const isSameHints = (a: FoundHints | undefined, b: FoundHints): boolean =>
  (a?.size ?? 0) === b.size &&
  [...b].every(([id, { level, limit }]) => {
    const other = a?.get(id)
    return other?.level === level && other.limit === limit
  })

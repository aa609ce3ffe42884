import type { DetectorSource, Severity } from '@svc/plugin-security/wire'
import type { Fact } from '../facts/fact.ts'
import { type Emit, nameOf } from './event.ts'
import { makeRecent } from './recent.ts'
import type { Seen } from './seen.ts'

/** One event of this time stands for all uses, or all refusals, of a user. */
const summarySeconds = 3600
const refusalSeconds = 60
const maxRecent = 1024

type SudoFact = Extract<Fact, { kind: 'sudo' }>

interface Dependencies {
  readonly emit: Emit
  readonly seen: Seen
  isLearning(at: number): boolean
}

function severityOf({ outcome }: SudoFact, isNew: boolean): Severity {
  if (outcome === 'used') return isNew ? 'low' : 'info'
  return 'medium'
}

/** Reports who becomes another user, and who tries to. Commands are never read. */
export function makeSudo({ emit, seen, isLearning }: Dependencies) {
  const recent = makeRecent<{ readonly reportedAt: number; readonly count: number }>(maxRecent)
  return {
    noticed(fact: SudoFact, times: number, at: number, source: DetectorSource) {
      const { outcome, program } = fact
      const user = nameOf(fact.user)
      const target = fact.target === null ? null : nameOf(fact.target)
      const isNew = outcome === 'used' && seen.isNew(`sudo ${user} ${target}`)
      const key = `${outcome} ${program} ${user} ${target}`
      const last = recent.get(key)
      const count = (last?.count ?? 0) + fact.count * times
      const quietSeconds = outcome === 'used' ? summarySeconds : refusalSeconds
      if (last && !isNew && at - last.reportedAt < quietSeconds) {
        recent.set(key, { ...last, count })
        return
      }
      recent.set(key, { reportedAt: at, count: 0 })
      const first_seen = isNew && !isLearning(at)
      emit({
        event_type: 'sudo',
        severity: severityOf(fact, first_seen),
        source_ip: null,
        source_port: null,
        username: user,
        started_at: at,
        ended_at: at,
        first_seen,
        detector_source: source,
        evidence: { kind: 'sudo', outcome, program, target_user: target, count },
      })
    },
  }
}

import type { DetectorSource } from '@svc/plugin-security/wire'
import type { Fact } from '../facts/fact.ts'
import { type Emit, nameOf } from './event.ts'
import { networkOf } from './network.ts'
import { makeRecent } from './recent.ts'
import type { Seen } from './seen.ts'

/** Programs sign in all the time; within this time one event stands for all sign-ins of a user from an address. */
const repeatSeconds = 300
const maxRecent = 4096

interface Dependencies {
  readonly emit: Emit
  readonly seen: Seen
  /** whether the host still learns which addresses are usual */
  isLearning(at: number): boolean
}

/** Reports who signs in, and whether it is from a new address. */
export function makeSignIns({ emit, seen, isLearning }: Dependencies) {
  const recent = makeRecent<{ readonly reportedAt: number; readonly repeats: number }>(maxRecent)
  return {
    accepted(
      { ip, port, user, method }: Extract<Fact, { kind: 'accepted' }>,
      times: number,
      at: number,
      source: DetectorSource,
    ) {
      const name = nameOf(user)
      const isNew = seen.isNew(`login ${name} ${networkOf(ip)}`)
      const learning = isLearning(at)
      const key = `${name} ${ip} ${method}`
      const last = recent.get(key)
      if (last && !isNew && at - last.reportedAt < repeatSeconds) {
        recent.set(key, { ...last, repeats: last.repeats + times })
        return
      }
      const repeats = (last?.repeats ?? 0) + times - 1
      recent.set(key, { reportedAt: at, repeats: 0 })
      const first_seen = isNew && !learning
      emit({
        event_type: 'ssh_login',
        severity: first_seen ? 'medium' : 'info',
        source_ip: ip,
        source_port: port,
        username: name,
        started_at: at,
        ended_at: at,
        first_seen,
        detector_source: source,
        evidence: {
          kind: 'ssh_login',
          auth_method: method,
          ...(repeats > 0 && { repeats }),
          ...(learning && { learning }),
        },
      })
    },
  }
}

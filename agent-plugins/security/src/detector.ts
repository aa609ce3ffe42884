import type { DetectorSource } from '@svc/plugin-security/wire'
import { makeAccountChanges } from './detect/account-changes.ts'
import { makeBruteForce } from './detect/brute-force.ts'
import type { Emit } from './detect/event.ts'
import { makePortScan } from './detect/port-scan.ts'
import { makeSeen } from './detect/seen.ts'
import { makeSignIns } from './detect/sign-ins.ts'
import { makeSudo } from './detect/sudo.ts'
import { parseFact } from './facts/parse-fact.ts'
import type { LogEntry } from './log/entry.ts'
import type { States } from './state.ts'

/** Lines that arrived within this time are the latest; their time counts, because a reader may be behind. */
const freshMs = 10_000

interface Dependencies {
  readonly memory: States['memory']
  readonly learningSeconds: number
  readonly emit: Emit
  /** milliseconds since the epoch */
  readonly now?: () => number
}

/** Makes events of what logs and account files say. */
export function makeDetector({ memory, learningSeconds, emit, now = Date.now }: Dependencies) {
  const nowSeconds = () => Math.floor(now() / 1000)
  if (memory.value.learning_since === 0) memory.set({ ...memory.value, learning_since: nowSeconds() })
  const learningUntil = memory.value.learning_since + learningSeconds
  const isLearning = (at: number) => at < learningUntil
  const seen = makeSeen(memory.value.seen, (keys) => memory.set({ ...memory.value, seen: [...keys] }))
  const bruteForce = makeBruteForce(emit)
  const portScan = makePortScan(emit)
  const signIns = makeSignIns({ emit, seen, isLearning })
  const sudo = makeSudo({ emit, seen, isLearning })
  const accounts = makeAccountChanges(emit)
  let last = { at: 0, receivedMs: 0 }

  function handle({ at, program, message }: LogEntry, source: DetectorSource): void {
    const { fact, times = 1 } = parseFact(program, message) ?? {}
    switch (fact?.kind) {
      case 'accepted':
        bruteForce.signedIn(fact.ip, fact.port)
        signIns.accepted(fact, times, at, source)
        break
      case 'failed':
      case 'ended':
        bruteForce.failed(fact, times, at, source)
        break
      case 'sudo':
        sudo.noticed(fact, times, at, source)
        break
      case 'password_changed':
        accounts.passwordChanged(fact.user, memory.value.accounts?.users[fact.user]?.id === 0, at, source)
        break
      case 'packet':
        portScan.attempted({ ip: fact.ip, port: fact.port, isBlocked: fact.isBlocked, at }, source)
        break
      default:
    }
  }

  return {
    /** epoch seconds; null when it has learned */
    learningUntil: () => (isLearning(nowSeconds()) ? learningUntil : null),

    entries(entries: readonly LogEntry[], source: DetectorSource) {
      for (const entry of entries) handle(entry, source)
      last = { at: Math.max(last.at, entries.at(-1)?.at ?? 0), receivedMs: now() }
    },

    portAttempted: portScan.attempted,

    accountsRead(accountsNow: NonNullable<States['memory']['value']['accounts']>) {
      const before = memory.value.accounts
      if (before) accounts.compared(before, accountsNow, nowSeconds())
      memory.set({ ...memory.value, accounts: accountsNow })
    },

    /** To be called every few seconds. */
    tick() {
      const at = now() - last.receivedMs < freshMs ? last.at : nowSeconds()
      bruteForce.tick(at)
      portScan.tick(at)
    },
  }
}
export type Detector = ReturnType<typeof makeDetector>

import type { Clock } from '@svc/plugin-sdk'
import type { AgentConnection } from './connection.ts'

/** A frame costs one unit per started 16 KiB. An agent reports every three seconds; only streams need hundreds. */
const unitBytes = 16 * 1024
const unitsPerSecond = 1000
/** What an agent may send at once, after a reconnect for example. */
const burst = 5000
/** An agent that is held for this long without a break is disconnected. */
const maxFloodMs = 60_000

interface Allowance {
  left: number
  /** when `left` was computed, in milliseconds */
  at: number
  isHeld: boolean
  /** when the agent first used up everything; undefined once it has recovered */
  floodingSince: number | undefined
}

/** Stops reading from agents that send more frames than anyone needs, so that one host cannot keep the server busy. */
export function makeFrameAllowance(clock: Pick<Clock, 'now' | 'after'>) {
  const allowances = new WeakMap<AgentConnection, Allowance>()

  const refilled = (from: AgentConnection): Allowance => {
    const now = clock.now()
    let allowance = allowances.get(from)
    if (!allowance) {
      allowance = { left: burst, at: now, isHeld: false, floodingSince: undefined }
      allowances.set(from, allowance)
    }
    const seconds = Math.max(0, now - allowance.at) / 1000
    allowance.left = Math.min(burst, allowance.left + seconds * unitsPerSecond)
    allowance.at = now
    if (allowance.left > burst / 2) allowance.floodingSince = undefined
    return allowance
  }

  /** Charges a frame that belongs to no conversation; those have windows of their own. */
  return (from: AgentConnection, bytes: number): void => {
    const allowance = refilled(from)
    allowance.left -= Math.ceil(bytes / unitBytes)
    if (allowance.left >= 0 || allowance.isHeld) return
    allowance.floodingSince ??= clock.now()
    if (clock.now() - allowance.floodingSince >= maxFloodMs) {
      from.end('flooding')
      return
    }
    allowance.isHeld = true
    from.hold(allowance)
    clock.after((-allowance.left / unitsPerSecond) * 1000, () => {
      allowance.isHeld = false
      from.release(allowance)
    })
  }
}
export type FrameAllowance = ReturnType<typeof makeFrameAllowance>

import { type Clock, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { Gate, Silence } from '../contract.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly gates: Registry<Gate>
}

/** Asks the gates. One that fails holds nothing: an alert too many is better than one too few. */
export function makeGating({ clock, log, gates }: Dependencies): Silence {
  /** Asked about every server that fires: the log is told when one begins to fail. */
  const failing = new Set<string>()
  const holds = (gate: Gate, serverId: string, now: number): boolean => {
    try {
      const held = gate.holds(serverId, now)
      failing.delete(gate.plugin)
      return held
    } catch (err) {
      if (failing.has(gate.plugin)) return false
      failing.add(gate.plugin)
      log.error({ err, gate: gate.plugin, server_id: serverId }, `gate of ${gate.plugin} failed; it holds nothing`)
      return false
    }
  }
  return {
    covers(serverId) {
      const now = toSeconds(clock.now())
      return gates.all().some((gate) => holds(gate, serverId, now))
    },
  }
}

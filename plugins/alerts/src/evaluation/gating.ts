import { type Clock, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { Gate, Silence } from '../contract.js'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly gates: Registry<Gate>
}

/** Asks the gates. One that fails holds nothing: an alert too many is better than one too few. */
export function makeGating({ clock, log, gates }: Dependencies): Silence {
  const holds = (gate: Gate, serverId: string, now: number): boolean => {
    try {
      return gate.holds(serverId, now)
    } catch (err) {
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

import { type Clock, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { Silence, Silencer } from '../contract.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly silencers: Registry<Silencer>
}

/** Combines the silencers. One that fails silences nothing: a needless alert is better than a missed one. */
export function makeSilence({ clock, log, silencers }: Dependencies): Silence {
  /** Silencers are called for every firing server, so an error is logged only when it first occurs. */
  const failing = new Set<string>()

  function silences(silencer: Silencer, serverId: string, now: number): boolean {
    const { plugin } = silencer
    try {
      const isSilenced = silencer.silences(serverId, now)
      failing.delete(plugin)
      return isSilenced
    } catch (err) {
      if (!failing.has(plugin)) {
        failing.add(plugin)
        log.error({ err, silencer: plugin, server_id: serverId }, `silencer of ${plugin} failed; ignoring it`)
      }
      return false
    }
  }

  return {
    isSilenced(serverId) {
      const now = toSeconds(clock.now())
      return silencers.all().some((silencer) => silences(silencer, serverId, now))
    },
  }
}

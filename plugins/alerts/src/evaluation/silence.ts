import { type Clock, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { Silence, Silencer } from '../contract.ts'

const maxName = 200

/** What silences a server. */
export interface SilencedBy {
  /** for example of a maintenance window; null when the silencer did not say */
  readonly name: string | null
}

/** The silencers of one moment or one pass. */
export interface ActiveSilence extends Silence {
  /** What silences this server now; undefined when nothing does. */
  silencerOf(serverId: string): SilencedBy | undefined
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly silencers: Registry<Silencer>
}

/** Combines the silencers. One that fails silences nothing: a needless alert is better than a missed one. */
export function makeSilence({ clock, log, silencers }: Dependencies): ActiveSilence {
  /** Silencers are called for every firing server, so an error is logged only when it first occurs. */
  const failing = new Set<string>()

  function silences(silencer: Silencer, serverId: string, now: number): boolean | string {
    const { plugin } = silencer
    try {
      const silenced = silencer.silences(serverId, now)
      failing.delete(plugin)
      return silenced
    } catch (err) {
      if (!failing.has(plugin)) {
        failing.add(plugin)
        log.error({ err, silencer: plugin, server_id: serverId }, `silencer of ${plugin} failed; ignoring it`)
      }
      return false
    }
  }

  function silencerOf(serverId: string): SilencedBy | undefined {
    const now = toSeconds(clock.now())
    for (const silencer of silencers.all()) {
      const silenced = silences(silencer, serverId, now)
      if (silenced !== false) return { name: (typeof silenced === 'string' && silenced.slice(0, maxName)) || null }
    }
    return undefined
  }

  return { silencerOf, isSilenced: (serverId) => silencerOf(serverId) !== undefined }
}

import { type Clock, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { Silence, Silencer } from '../contract.ts'
import type { Silences } from '../silences/silences.ts'

const maxName = 200

/** What silences a server. */
export interface SilencedBy {
  /** for example of a maintenance window; null when the silencer did not say */
  readonly name: string | null
}

/** The silencers of one moment or one pass. */
export interface ActiveSilence extends Silence {
  /** What silences the alert of a rule on this server now, or without a rule, the server; undefined when nothing does. */
  silencerOf(serverId: string, ruleId?: string): SilencedBy | undefined
  /** For one pass: calls the silencers once per server. */
  cached(): ActiveSilence
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly silencers: Registry<Silencer>
  readonly silences: Pick<Silences, 'snapshot'>
}

/** Combines the silencers. One that fails silences nothing: a needless alert is better than a missed one. */
export function makeSilence({ clock, log, silencers, silences: own }: Dependencies): ActiveSilence {
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

  function contributedOf(serverId: string): SilencedBy | undefined {
    const now = toSeconds(clock.now())
    for (const silencer of silencers.all()) {
      const silenced = silences(silencer, serverId, now)
      if (silenced !== false) return { name: (typeof silenced === 'string' && silenced.slice(0, maxName)) || null }
    }
    return undefined
  }

  function active(find: ReturnType<Silences['snapshot']>, contributed: typeof contributedOf): ActiveSilence {
    const silencerOf = (serverId: string, ruleId?: string) => {
      const silence = find(serverId, ruleId)
      return silence ? { name: silence.created_by } : contributed(serverId)
    }
    return { silencerOf, isSilenced: (serverId) => silencerOf(serverId) !== undefined, cached }
  }

  function cached(): ActiveSilence {
    const cache = new Map<string, SilencedBy | undefined>()
    return active(own.snapshot(), (serverId) => {
      if (!cache.has(serverId)) cache.set(serverId, contributedOf(serverId))
      return cache.get(serverId)
    })
  }

  return active((serverId, ruleId) => own.snapshot()(serverId, ruleId), contributedOf)
}

import type { AgentParts, Link, Logger } from '@svc/agent-sdk'
import { FeaturesUpdate } from '@svc/protocol'
import { reasonOf } from './fatal-error.ts'

type GetFeatures = NonNullable<AgentParts['features']>

/**
 * What the plugins offer on this host now. `SystemInfo` takes it with `read`; later changes are sent as `FeaturesUpdate`
 * on the same connection.
 */
export function makeFeatures(log: Logger) {
  let getFeatures: () => readonly GetFeatures[] = () => []
  let reported = ''
  let link: Link | undefined

  function featuresOf(get: GetFeatures): readonly string[] {
    try {
      return get()
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'features() of an agent plugin failed')
      return []
    }
  }
  const current = () => [...new Set(getFeatures().flatMap(featuresOf))].sort()

  function read(): string[] {
    const features = current()
    reported = features.join()
    return features
  }

  function refresh(): void {
    if (link && !link.signal.aborted && current().join() !== reported) link.send(FeaturesUpdate, { features: read() })
  }

  return {
    /** The features for `SystemInfo`; from now on only changes are sent. */
    read,
    /** Compares with what was reported last, and sends a change. */
    refresh,
    /** Sets where the features come from. */
    setSource(source: () => readonly GetFeatures[]) {
      getFeatures = source
    },
    /** `SystemInfo` was acknowledged: changes are sent on this connection. */
    connected(connected: Link) {
      link = connected
      refresh()
    },
  }
}

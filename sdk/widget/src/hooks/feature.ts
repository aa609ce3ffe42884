import { useMemo } from 'react'
import { getRuntime, type WidgetQuery } from '../runtime.ts'
import { useStore } from './use-store.ts'

/**
 * The server has no such feature: its plugin is switched off or not installed. A widget that throws it is replaced by a
 * note that says so.
 */
export class FeatureUnavailable extends Error {
  override readonly name = 'FeatureUnavailable'
  /** id of the plugin that would bring it */
  readonly feature: string

  constructor(feature: string) {
    super(`the feature ${feature} is not available on this server`)
    this.feature = feature
  }
}

const isMissing = (error: Error | null) => (error as { status?: unknown } | null)?.status === 404

/** `query`, for an address that is there whenever the plugin is. */
export function useFeature<T>(feature: string, query: WidgetQuery<T>): WidgetQuery<T> {
  return useMemo(
    // what was read before the plugin went is of no use any more
    () => (isMissing(query.error) ? { ...query, data: undefined, error: new FeatureUnavailable(feature) } : query),
    [feature, query],
  )
}

/** `query`, for an address about a server, or about all for null: what is missing may be the server instead. */
export function useFeatureOfServer<T>(feature: string, serverId: string | null, query: WidgetQuery<T>): WidgetQuery<T> {
  const { servers } = getRuntime()
  const isThere = useStore(servers.subscribe, () => serverId === null || servers.one(serverId) !== undefined)
  const told = useFeature(feature, query)
  return isThere ? told : query
}

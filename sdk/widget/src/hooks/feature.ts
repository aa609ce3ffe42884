import { useMemo } from 'react'
import { getRuntime, type WidgetQuery } from '../runtime.ts'
import { useStore } from './use-store.ts'

/** The server lacks a feature: its plugin is disabled or not installed. A widget that throws this is replaced by a notice. */
export class FeatureUnavailable extends Error {
  override readonly name = 'FeatureUnavailable'
  /** id of the plugin that provides it */
  readonly feature: string

  constructor(feature: string) {
    super(`the feature ${feature} is not available on this server`)
    this.feature = feature
  }
}

const isMissing = (error: Error | null) => (error as { status?: unknown } | null)?.status === 404

/** Converts a 404 to `FeatureUnavailable`, for paths that exist whenever the plugin runs. */
export function useFeature<T>(feature: string, query: WidgetQuery<T>): WidgetQuery<T> {
  return useMemo(
    // data from before the plugin was disabled is stale
    () => (isMissing(query.error) ? { ...query, data: undefined, error: new FeatureUnavailable(feature) } : query),
    [feature, query],
  )
}

/** Like `useFeature`, for paths of a server (or of all, for null), where a 404 may also mean a deleted server. */
export function useFeatureOfServer<T>(feature: string, serverId: string | null, query: WidgetQuery<T>): WidgetQuery<T> {
  const { servers } = getRuntime()
  const exists = useStore(servers.subscribe, () => serverId === null || servers.one(serverId) !== undefined)
  const featureQuery = useFeature(feature, query)
  return exists ? featureQuery : query
}

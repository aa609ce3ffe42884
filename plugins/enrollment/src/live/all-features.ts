import type { Registry } from '@svc/plugin-sdk'
import type { LiveStatus } from '../contract.ts'

/** The features of a server for browsers: those that its agent reported, and those that plugins of the server add. */
export type AllFeatures = (serverId: string, reported: readonly string[]) => string[]

export const makeAllFeatures =
  (status: Registry<LiveStatus>): AllFeatures =>
  (serverId, reported) => [
    ...new Set([...reported, ...status.all().flatMap((source) => source.features?.(serverId) ?? [])]),
  ]

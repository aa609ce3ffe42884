import type { liveMetrics, ServerMetrics, ServerStatus, UsageLimits } from '@svc/protocol'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react'
import type { RecentTraffic } from './fleet-traffic.ts'
import { live } from './live.ts'
import type { LiveStatus } from './live-link.ts'
import type { LiveTopic } from './subscriptions.ts'

/** Whether two lists hold the same items in the same order. */
const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((item, index) => Object.is(item, b[index])))

/** The state of the live socket. `loaded` is false until the server list first arrives. */
export function useLive(): { readonly status: LiveStatus; readonly loaded: boolean; readonly send: typeof live.send } {
  const status = useSyncExternalStore(live.onStatus, live.status)
  const loaded = useSyncExternalStore(
    useCallback((notify: () => void) => live.store.onList(notify), []),
    () => live.store.loaded,
  )
  return { status, loaded, send: live.send }
}

/**
 * Listens to messages of `type` while mounted. The payload is not validated: check what you act on.
 *
 * @example
 * useLiveMessage<Payload<typeof DockerUpdate>>('docker_update', ({ server_id, containers }) => ...)
 */
export function useLiveMessage<P extends object>(type: string, handler: (payload: P) => void): void {
  const current = useEffectEvent((payload: object) => handler(payload as P))
  useEffect(() => live.on(type, (payload) => current(payload)), [type])
}

/**
 * Calls `reload` while mounted when live messages may have been missed, such as after a reconnect: read again what they
 * change.
 *
 * @example
 * useLiveMessage('servers_changed', () => void invalidate(path))
 * useCatchUp(() => void invalidate(path))
 */
export function useCatchUp(reload: () => void): void {
  const current = useEffectEvent(reload)
  useEffect(() => live.onMissed(() => current()), [])
}

/**
 * Subscribes to messages that the server only sends on request, while mounted and `active`, again after each reconnect.
 * Receive them with `useLiveMessage`.
 *
 * @example
 * useLiveSubscription({ subscribe: 'docker_subscribe', unsubscribe: 'docker_unsubscribe', payload: { server_id: id } })
 */
export function useLiveSubscription(topic: LiveTopic, active = true): void {
  const { subscribe, unsubscribe } = topic
  const payload = JSON.stringify(topic.payload)
  useEffect(
    () => (active ? live.subscribe({ subscribe, unsubscribe, payload: JSON.parse(payload) }) : undefined),
    [subscribe, unsubscribe, payload, active],
  )
}

/** One server; only re-renders when that server changes. */
export function useServer(id: string): ServerStatus | undefined {
  return useSyncExternalStore(
    useCallback((notify: () => void) => live.store.onRow(id, notify), [id]),
    () => live.store.get(id),
  )
}

const all = (servers: readonly ServerStatus[]) => servers

const noLimits: UsageLimits = { warning: 70, critical: 90 }

/** From which values of `cpu`, `memory`, `disk` or another metric on a server counts as unhealthy, as set by admins. */
export function useUsageLimits(metric: string): UsageLimits {
  const limits = useSyncExternalStore(
    useCallback((notify: () => void) => live.store.onList(notify), []),
    () => live.store.limits,
  )
  return limits[metric] ?? noLimits
}

/** All servers in server order; re-renders on every change, at most once per frame. */
export function useServers(): readonly ServerStatus[]
/**
 * The result of `select`; only re-renders when the items of that list change. For long lists, select ids and let each row
 * call `useServer`.
 */
export function useServers<T>(select: (servers: readonly ServerStatus[]) => readonly T[]): readonly T[]
export function useServers(select: (servers: readonly ServerStatus[]) => readonly unknown[] = all): readonly unknown[] {
  const last = useRef<readonly unknown[]>([])
  const cacheKey = useRef<{ servers?: readonly ServerStatus[]; select?: typeof select }>({})
  return useSyncExternalStore(
    useCallback((notify: () => void) => live.store.onList(notify), []),
    () => {
      const servers = live.store.list()
      if (cacheKey.current.servers === servers && cacheKey.current.select === select) return last.current
      cacheKey.current = { servers, select }
      const next = select(servers)
      if (!sameItems(last.current, next)) last.current = next
      return last.current
    },
  )
}

/** Shortest distance of the values of a sparkline in seconds. */
const sparklineStep = 9

const useBuffer = (id: string): readonly ServerMetrics[] =>
  useSyncExternalStore(
    useCallback((notify: () => void) => live.store.onRow(id, notify), [id]),
    () => live.store.buffer(id),
  )

/** The reports of one server in the last ten minutes, oldest first, also from before this tab was opened. */
export function useLiveBuffer(id: string): readonly ServerMetrics[] {
  useEffect(() => (id === '' ? undefined : live.wantRecent(id)), [id])
  return useBuffer(id)
}

/** Like `useLiveBuffer`, for sparklines: the values of one metric about every ten seconds, which is a fraction of the data. */
export function useLiveValues(id: string, metric: (typeof liveMetrics)[number]): readonly number[] {
  useEffect(() => (id === '' ? undefined : live.wantRecent(id, metric)), [id, metric])
  const buffer = useBuffer(id)
  return useMemo(() => {
    const values: number[] = []
    let before = Number.POSITIVE_INFINITY
    for (const report of buffer.toReversed()) {
      if (before - report.last_active < sparklineStep || !Number.isFinite(report[metric])) continue
      values.unshift(report[metric])
      before = report.last_active
    }
    return values
  }, [buffer, metric])
}

/** The network traffic of all servers together in the last ten minutes. */
export const useRecentTraffic = (): RecentTraffic =>
  useSyncExternalStore(
    useCallback((notify: () => void) => live.store.onList(notify), []),
    () => live.store.traffic,
  )

import type { ServerMetrics, ServerStatus } from '@svc/protocol'
import { useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { live } from './live.ts'
import type { LiveStatus } from './live-link.ts'
import type { LiveTopic } from './subscriptions.ts'

/** Whether two lists hold the same items in the same order. */
const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((item, index) => Object.is(item, b[index])))

/** The state of the live socket. `loaded` is false until the server list arrived for the first time. */
export function useLive(): { readonly status: LiveStatus; readonly loaded: boolean; readonly send: typeof live.send } {
  const status = useSyncExternalStore(live.onStatus, live.status)
  const loaded = useSyncExternalStore(
    useCallback((notify: () => void) => live.store.onList(notify), []),
    () => live.store.loaded,
  )
  return { status, loaded, send: live.send }
}

/**
 * Hears every message of `type` while mounted. The payload is what the server sent: give its type, and check what
 * you act on.
 *
 * @example
 * useLiveMessage<Payload<typeof DockerUpdate>>('docker_update', ({ server_id, containers }) => ...)
 */
export function useLiveMessage<P extends object>(type: string, handler: (payload: P) => void): void {
  const current = useEffectEvent((payload: object) => handler(payload as P))
  useEffect(() => live.on(type, (payload) => current(payload)), [type])
}

/**
 * Asks the server for what it sends only to those who want it: while mounted and `active`, again after each reconnect.
 * Hear what comes with `useLiveMessage`.
 *
 * @example
 * useLiveSubscription({ subscribe: 'docker_subscribe', unsubscribe: 'docker_unsubscribe', payload: { server_id: id } })
 */
export function useLiveSubscription(topic: LiveTopic, active = true): void {
  const { subscribe, unsubscribe } = topic
  const payload = JSON.stringify(topic.payload)
  useEffect(
    () => (active ? live.hold({ subscribe, unsubscribe, payload: JSON.parse(payload) }) : undefined),
    [subscribe, unsubscribe, payload, active],
  )
}

/** One server; renders again only when that server changes. */
export function useServer(id: string): ServerStatus | undefined {
  return useSyncExternalStore(
    useCallback((notify: () => void) => live.store.onRow(id, notify), [id]),
    () => live.store.get(id),
  )
}

const all = (servers: readonly ServerStatus[]) => servers

/** All servers in the server's order; renders again at most once per frame, on every change. */
export function useServers(): readonly ServerStatus[]
/**
 * What `select` makes of the servers; renders again only when the items of that list change. Select ids for a long
 * list and let each row call `useServer`.
 */
export function useServers<T>(select: (servers: readonly ServerStatus[]) => readonly T[]): readonly T[]
export function useServers(select: (servers: readonly ServerStatus[]) => readonly unknown[] = all): readonly unknown[] {
  const last = useRef<readonly unknown[]>([])
  const made = useRef<{ from?: readonly ServerStatus[]; by?: typeof select }>({})
  return useSyncExternalStore(
    useCallback((notify: () => void) => live.store.onList(notify), []),
    () => {
      const servers = live.store.list()
      if (made.current.from === servers && made.current.by === select) return last.current
      made.current = { from: servers, by: select }
      const next = select(servers)
      if (!sameItems(last.current, next)) last.current = next
      return last.current
    },
  )
}

/** The last reports of one server since this tab was opened, oldest first: 200 to 250 of them. */
export function useLiveBuffer(id: string): readonly ServerMetrics[] {
  return useSyncExternalStore(
    useCallback((notify: () => void) => live.store.onRow(id, notify), [id]),
    () => live.store.buffer(id),
  )
}

import { recheckSession } from '../api/client.ts'
import { takeFirstAnswer } from '../api/first-answers.ts'
import {
  type Frame,
  isAuthority,
  isId,
  isMask,
  isMetrics,
  isRecent,
  isStatus,
  isString,
  listOf,
  parseFrame,
  readFrame,
  readHealth,
  readLimits,
  readTraffic,
} from './frame.ts'
import { LiveLink, type LiveStatus, type Socket } from './live-link.ts'
import { MissedMessages } from './missed-messages.ts'
import { RecentRequests } from './recent-requests.ts'
import { makeReload } from './reload.ts'
import { ServerStore } from './server-store.ts'
import { type LiveTopic, Subscriptions } from './subscriptions.ts'

type Handler = (payload: Frame) => void

// Hidden tabs get no animation frames; update them by timer.
const nextFrame = (flush: () => void) => {
  if (document.hidden) setTimeout(flush, 1000)
  else requestAnimationFrame(flush)
}

const updatePauseMs = 500

const store = new ServerStore(nextFrame, (end) => setTimeout(end, updatePauseMs))
const reload = makeReload(store)
const handlers = new Map<string, Set<Handler>>()
const statusListeners = new Set<() => void>()
const missed = new MissedMessages((ms, run) => setTimeout(run, ms))
let status: LiveStatus = 'connecting'

const ignoreErrors = (work: Promise<unknown>) => void work.catch(() => undefined)

function applyList(frame: Frame) {
  const servers = listOf(frame.servers, isStatus)?.map((row) => ({ ...row, health: readHealth(row.health) }))
  store.setLimits(readLimits(frame.limits))
  if (servers && !store.fullSync(servers)) ignoreErrors(reload([]))
  const traffic = readTraffic(frame.traffic)
  if (traffic) store.seedTraffic(traffic)
}

function apply(frame: Frame) {
  const { server_id: id } = frame
  switch (frame.type) {
    case 'full_sync':
      applyList(frame)
      recent.opened()
      missed.synced(messagesAtFirst !== undefined && messagesAtFirst === frame.messages)
      return
    case 'update':
      return store.update(listOf(frame.servers, isMetrics) ?? [])
    case 'recent_metrics':
      for (const { id, columns } of listOf(frame.servers, isRecent) ?? []) store.seed(id, columns)
      return
    case 'server_online':
    case 'server_offline':
      return isId(id) ? store.setOnline(id, frame.type === 'server_online') : undefined
    case 'server_health_changed':
      return isId(id) ? store.setHealth(id, readHealth(frame.health)) : undefined
    case 'capabilities_changed':
      return isId(id) && isMask(frame.capabilities) ? store.setCapabilities(id, frame.capabilities) : undefined
    case 'features_changed': {
      const features = listOf(frame.features, isString)
      return isId(id) && features ? store.setFeatures(id, features) : undefined
    }
    case 'agent_authority_changed':
      return isId(id) && isAuthority(frame.agent_authority) ? store.setAuthority(id, frame.agent_authority) : undefined
    case 'agent_info_updated':
      return isId(id) ? ignoreErrors(reload([])) : undefined
    case 'servers_changed':
      return ignoreErrors(reload(listOf(frame.server_ids, isId) ?? []))
  }
}

function receive(data: unknown) {
  const frame = parseFrame(data)
  if (!frame) return
  apply(frame)
  for (const handler of handlers.get(frame.type) ?? []) {
    try {
      handler(frame)
    } catch (error) {
      console.error(`a handler of ${frame.type} failed`, error)
    }
  }
}

let link: LiveLink | undefined
let socket: WebSocket | undefined
/** how many messages the server had sent when it put the answers into the page; undefined if there were none */
let messagesAtFirst: unknown

function send(type: string, payload: object): boolean {
  if (status !== 'open' || !socket) return false
  socket.send(JSON.stringify({ type, ...payload }))
  return true
}

const subscriptions = new Subscriptions(send)
const recent = new RecentRequests(
  (payload) => send('recent_metrics_get', payload),
  (flush) => queueMicrotask(flush),
)

function connect(): Socket {
  const url = new URL('/api/ws/servers', window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  socket = new WebSocket(url)
  return socket as Socket
}

function reconnectNow() {
  if (!document.hidden) link?.reconnectNow()
}

/** Answers with what the socket sends first. */
export const liveListPath = '/api/servers/live'

/** The live socket of the tab and its store. The shell starts and stops it with the session. */
export const live = {
  store,

  /** Shows the list that came with the page until the socket sends it again. */
  showFirstList(): void {
    const answer = takeFirstAnswer(liveListPath) as { readonly data?: unknown } | undefined
    const frame = readFrame(answer?.data)
    if (frame?.type !== 'full_sync') return
    messagesAtFirst = frame.messages
    applyList(frame)
  },

  start(): void {
    link ??= new LiveLink({
      connect,
      onFrame: receive,
      onStatus(next) {
        status = next
        if (next === 'open') subscriptions.opened()
        for (const notify of statusListeners) notify()
      },
      onSessionDoubt: recheckSession,
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      random: Math.random,
    })
    window.addEventListener('online', reconnectNow)
    document.addEventListener('visibilitychange', reconnectNow)
    missed.start()
    link.start()
  },

  stop(): void {
    window.removeEventListener('online', reconnectNow)
    document.removeEventListener('visibilitychange', reconnectNow)
    link?.stop()
    store.clear()
  },

  status: () => status,

  onStatus(notify: () => void): () => void {
    statusListeners.add(notify)
    return () => statusListeners.delete(notify)
  },

  on(type: string, handler: Handler): () => void {
    const handlersOfType = handlers.get(type) ?? new Set()
    handlers.set(type, handlersOfType.add(handler))
    return () => handlersOfType.delete(handler)
  },

  /** Calls `reload` when messages may have been missed, until the returned function is called. */
  onMissed: (reload: () => void): (() => void) => missed.on(reload),

  /** Sends a message to the server; false while the socket is not open. */
  send,

  /** Keeps the recent metrics of a server complete until the returned function is called. See `RecentRequests`. */
  wantRecent: (id: string, metric?: string): (() => void) => recent.add(id, metric),

  /** Subscribes to a topic, again after each reconnect, until the returned function is called. */
  subscribe: (topic: LiveTopic): (() => void) => subscriptions.add(topic),
}

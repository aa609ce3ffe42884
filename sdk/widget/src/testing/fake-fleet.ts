import { alertEventsPath } from '../hooks/alerts.ts'
import { serviceMonitorsPath } from '../hooks/monitors.ts'
import {
  type ConfirmOptions,
  createWidgetRuntime,
  type NotifyOptions,
  resetRuntime,
  type TopicState,
} from '../runtime.ts'
import type { ServerStatus } from '../servers.ts'
import { type FakeAlert, fakeAlert } from './fake-alert.ts'
import { type FakeAnswer, type FakeRequest, makeFakeApi } from './fake-api.ts'
import { type FakeMonitor, fakeMonitor } from './fake-monitor.ts'
import { type FakeServer, fakeServer } from './fake-server.ts'
import { makeListeners } from './listeners.ts'
import { changePlacement } from './placements.ts'

/** Initial state of a fake fleet. */
export interface FakeFleetOptions {
  readonly servers?: readonly FakeServer[]
  /** returned by `useAlerts` */
  readonly alerts?: readonly FakeAlert[]
  /** returned by `useServiceMonitors` */
  readonly monitors?: readonly FakeMonitor[]
  /** by path, or by method and path: `'POST /api/geoip/download'` */
  readonly answers?: Readonly<Record<string, FakeAnswer>>
}

/** A configuration change requested by a widget. */
export interface FakeConfigUpdate {
  readonly instanceId: string
  readonly patch: Readonly<Record<string, unknown>>
}

/** A fake dashboard: provides the data of the test, and records what widgets do. */
export interface FakeFleet {
  /** Changes live metrics of a server. Throws if it does not exist. */
  move(id: string, metrics: Partial<ServerStatus>): void
  /** Adds a server. */
  add(server: FakeServer): void
  /** Removes a server. */
  remove(id: string): void
  /** Replaces the alerts. */
  setAlerts(alerts: readonly FakeAlert[]): void
  /** Replaces the service monitors. */
  setMonitors(monitors: readonly FakeMonitor[]): void
  /** Publishes a message on a topic, as a server plugin does. */
  publish(topic: string, data: unknown): void
  /** A topic becomes unavailable, as when its plugin is disabled. */
  withdraw(topic: string): void
  /** the topics that widgets are subscribed to */
  readonly topics: readonly string[]
  /** Sets a response and refetches queries of that path. */
  answer(path: string, answer: FakeAnswer): void
  /** Sets the user's answer to confirmations; default: yes. */
  confirmWith(yes: boolean): void
  /** Sets the theme; default: light. */
  setTheme(mode: 'light' | 'dark'): void
  /** all requests, oldest first */
  readonly requests: readonly FakeRequest[]
  readonly configUpdates: readonly FakeConfigUpdate[]
  readonly notifications: readonly NotifyOptions[]
  readonly confirms: readonly ConfirmOptions[]
  /** Removes the fake dashboard. */
  close(): void
}

/** Returns at most the requested number of alerts. */
const alertsAnswer = (alerts: readonly FakeAlert[]) => (request: FakeRequest) =>
  alerts.slice(0, Number(request.params?.limit)).map(fakeAlert)

/**
 * Sets up a fake dashboard for tests of widgets, with servers and API responses controlled by the test. Requests without a
 * prepared response fail with an error that names them.
 *
 * @example
 * const fleet = createFakeFleet({ servers: [{ id: 's1', load1: 0.5 }] })
 * render(<PlacedWidget widget={load} config={{ server: 's1' }} />)
 * fleet.move('s1', { load1: 7 })
 * fleet.close()
 */
export function createFakeFleet(options: FakeFleetOptions = {}): FakeFleet {
  const { servers = [], alerts, monitors, answers = {} } = options
  const configUpdates: FakeConfigUpdate[] = []
  const notifications: NotifyOptions[] = []
  // As on a dashboard: failures of `mutate`, which nobody awaits, are shown as notifications.
  const api = makeFakeApi(answers, ({ message }) => void notifications.push({ kind: 'error', message }))
  const setAlerts = (next: readonly FakeAlert[]) => api.prepare(alertEventsPath, alertsAnswer(next))
  const setMonitors = (next: readonly FakeMonitor[]) => api.prepare(serviceMonitorsPath, next.map(fakeMonitor))
  if (alerts) setAlerts(alerts)
  if (monitors) setMonitors(monitors)
  const confirms: ConfirmOptions[] = []
  let isConfirmed = true

  let rows: readonly ServerStatus[] = servers.map(fakeServer)
  const live = makeListeners()
  const setServers = (next: readonly ServerStatus[]) => {
    rows = next
    live.notify()
  }

  const topicStates = new Map<string, TopicState>()
  const noMessage: TopicState = { data: undefined, isUnavailable: false }
  const subscribed: string[] = []
  const topicListeners = makeListeners()
  const setTopic = (topic: string, state: TopicState) => {
    topicStates.set(topic, state)
    topicListeners.notify()
  }

  const themeOf = (mode: 'light' | 'dark') => ({ mode, cssVar: (name: string) => `var(--${name})` })
  let theme = themeOf('light')
  const themeListeners = makeListeners()

  createWidgetRuntime({
    apiBaseUrl: '',
    useQuery: api.useQuery,
    useMutation: api.useMutation,
    request: api.request,
    servers: { all: () => rows, one: (id) => rows.find((row) => row.id === id), subscribe: live.subscribe },
    topics: {
      get: (topic) => topicStates.get(topic) ?? noMessage,
      subscribe(topic, listener) {
        subscribed.push(topic)
        const stop = topicListeners.subscribe(listener)
        return () => {
          subscribed.splice(subscribed.indexOf(topic), 1)
          stop()
        }
      },
    },
    theme: { get: () => theme, subscribe: themeListeners.subscribe },
    async onConfigUpdate(instanceId, patch) {
      configUpdates.push({ instanceId, patch })
      changePlacement(instanceId, patch)
    },
    notify: (options) => void notifications.push(options),
    async requestConfirm(options) {
      confirms.push(options)
      return isConfirmed
    },
  })

  return {
    move(id, metrics) {
      if (!rows.some((row) => row.id === id)) throw new Error(`unknown server ${id}`)
      setServers(rows.map((row) => (row.id === id ? { ...row, ...metrics } : row)))
    },
    add: (server) => setServers([...rows, fakeServer(server)]),
    remove: (id) => setServers(rows.filter((row) => row.id !== id)),
    setAlerts,
    setMonitors,
    publish: (topic, data) => setTopic(topic, { data, isUnavailable: false }),
    withdraw: (topic) => setTopic(topic, { ...(topicStates.get(topic) ?? noMessage), isUnavailable: true }),
    topics: subscribed,
    answer: api.prepare,
    confirmWith(yes) {
      isConfirmed = yes
    },
    setTheme(mode) {
      theme = themeOf(mode)
      themeListeners.notify()
    },
    requests: api.requests,
    configUpdates,
    notifications,
    confirms,
    close: resetRuntime,
  }
}

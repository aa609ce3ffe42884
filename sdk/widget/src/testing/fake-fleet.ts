import { alertEventsPath } from '../hooks/alerts.ts'
import { serviceMonitorsPath } from '../hooks/monitors.ts'
import { type ConfirmOptions, createWidgetRuntime, type NotifyOptions, resetRuntime } from '../runtime.ts'
import type { ServerStatus } from '../servers.ts'
import { type FakeAlert, fakeAlert } from './fake-alert.ts'
import { type FakeAnswer, type FakeRequest, makeFakeApi } from './fake-api.ts'
import { type FakeMonitor, fakeMonitor } from './fake-monitor.ts'
import { type FakeServer, fakeServer } from './fake-server.ts'
import { makeListeners } from './listeners.ts'
import { changePlacement } from './placements.ts'

/** What a fake fleet begins with. */
export interface FakeFleetOptions {
  readonly servers?: readonly FakeServer[]
  /** what `useAlerts` tells */
  readonly alerts?: readonly FakeAlert[]
  /** what `useServiceMonitors` tells */
  readonly monitors?: readonly FakeMonitor[]
  /** by path, or by method and path: `'POST /api/geoip/download'` */
  readonly answers?: Readonly<Record<string, FakeAnswer>>
}

/** A change of a configuration that a widget asked for. */
export interface FakeConfigUpdate {
  readonly instanceId: string
  readonly patch: Readonly<Record<string, unknown>>
}

/** A dashboard without a server: it shows what the test says, and remembers what widgets did. */
export interface FakeFleet {
  /** Live figures of a server change. Throws when there is no such server. */
  move(id: string, figures: Partial<ServerStatus>): void
  /** A server comes. */
  add(server: FakeServer): void
  /** A server goes. */
  remove(id: string): void
  /** The alerts from now on. */
  setAlerts(alerts: readonly FakeAlert[]): void
  /** The service monitors from now on. */
  setMonitors(monitors: readonly FakeMonitor[]): void
  /** Answers from now on; what was read from that path is read again. */
  answer(path: string, answer: FakeAnswer): void
  /** What the user says when a widget asks first; yes until this is called. */
  confirmWith(yes: boolean): void
  /** Light until this is called. */
  setTheme(mode: 'light' | 'dark'): void
  /** all requests, oldest first */
  readonly requests: readonly FakeRequest[]
  readonly configUpdates: readonly FakeConfigUpdate[]
  readonly notifications: readonly NotifyOptions[]
  readonly confirms: readonly ConfirmOptions[]
  /** Takes it away again. */
  close(): void
}

/** As many as are asked for. */
const alertsAnswer = (alerts: readonly FakeAlert[]) => (request: FakeRequest) =>
  alerts.slice(0, Number(request.params?.limit)).map(fakeAlert)

/**
 * Puts a dashboard around widgets for a test: its servers move when the test moves them, and its API answers from what
 * the test prepared. A request that nothing was prepared for fails and says so.
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
  // as on a board: a failure that nobody waits for is told
  const api = makeFakeApi(answers, ({ message }) => void notifications.push({ kind: 'error', message }))
  const setAlerts = (next: readonly FakeAlert[]) => api.prepare(alertEventsPath, alertsAnswer(next))
  const setMonitors = (next: readonly FakeMonitor[]) => api.prepare(serviceMonitorsPath, next.map(fakeMonitor))
  if (alerts) setAlerts(alerts)
  if (monitors) setMonitors(monitors)
  const confirms: ConfirmOptions[] = []
  let saysYes = true

  let rows: readonly ServerStatus[] = servers.map(fakeServer)
  const live = makeListeners()
  const become = (next: readonly ServerStatus[]) => {
    rows = next
    live.notify()
  }

  const themeOf = (mode: 'light' | 'dark') => ({ mode, cssVar: (name: string) => `var(--${name})` })
  let theme = themeOf('light')
  const look = makeListeners()

  createWidgetRuntime({
    apiBaseUrl: '',
    useQuery: api.useQuery,
    useMutation: api.useMutation,
    request: api.request,
    servers: { all: () => rows, one: (id) => rows.find((row) => row.id === id), subscribe: live.subscribe },
    theme: { get: () => theme, subscribe: look.subscribe },
    async onConfigUpdate(instanceId, patch) {
      configUpdates.push({ instanceId, patch })
      changePlacement(instanceId, patch)
    },
    notify: (options) => void notifications.push(options),
    async requestConfirm(options) {
      confirms.push(options)
      return saysYes
    },
  })

  return {
    move(id, figures) {
      if (!rows.some((row) => row.id === id)) throw new Error(`unknown server ${id}`)
      become(rows.map((row) => (row.id === id ? { ...row, ...figures } : row)))
    },
    add: (server) => become([...rows, fakeServer(server)]),
    remove: (id) => become(rows.filter((row) => row.id !== id)),
    setAlerts,
    setMonitors,
    answer: api.prepare,
    confirmWith(yes) {
      saysYes = yes
    },
    setTheme(mode) {
      theme = themeOf(mode)
      look.notify()
    },
    requests: api.requests,
    configUpdates,
    notifications,
    confirms,
    close: resetRuntime,
  }
}

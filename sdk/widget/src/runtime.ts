import type { ServerStatus } from './servers.ts'

/** The state of an API query. */
export interface WidgetQuery<T> {
  readonly data: T | undefined
  readonly error: Error | null
  /** there is no data yet */
  readonly isLoading: boolean
  readonly isFetching: boolean
  refetch(): void
}

/** A change to be made through the API. */
export interface WidgetMutation<Body, T> {
  mutate(body?: Body): void
  mutateAsync(body?: Body): Promise<T>
  readonly data: T | undefined
  readonly error: Error | null
  readonly isPending: boolean
}

/** The state of a topic that a server plugin publishes on. */
export interface TopicState<T = unknown> {
  /** the latest message; undefined before the first */
  readonly data: T | undefined
  /** No running plugin has this topic, or not for this user. */
  readonly isUnavailable: boolean
}

/** The theme of the dashboard. */
export interface ThemeSnapshot {
  readonly mode: 'light' | 'dark'
  /** The value of a CSS variable of the theme, without its dashes: `cssVar('chart-1')`. */
  cssVar(name: string): string
}

/** A toast. */
export interface NotifyOptions {
  readonly kind: 'success' | 'error' | 'info'
  readonly message: string
}

/** A confirmation dialog. */
export interface ConfirmOptions {
  readonly title: string
  readonly body?: string
}

/** What the host provides to the SDK; created by the host, never by a widget. */
export interface WidgetRuntime {
  /** prefix of API calls, empty on the same origin */
  readonly apiBaseUrl: string
  /** A hook: reads a path of the API, shared between all widgets that ask for the same. */
  useQuery<T>(options: {
    readonly path: string
    readonly params?: Readonly<Record<string, string | number | boolean | undefined>>
    readonly enabled?: boolean
    readonly refetchSeconds?: number
  }): WidgetQuery<T>
  /** A hook. */
  useMutation<Body, T>(options: {
    readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly path: string
    /** paths whose answers are read again after it */
    readonly invalidates?: readonly string[]
  }): WidgetMutation<Body, T>
  request<T>(method: string, path: string, body?: unknown): Promise<T>
  readonly servers: {
    all(): readonly ServerStatus[]
    one(id: string): ServerStatus | undefined
    subscribe(listener: () => void): () => void
  }
  readonly topics: {
    /** the same object until something changes */
    get(topic: string): TopicState
    /** Subscribes until the returned function is called; shared by all widgets, and again after each reconnect. */
    subscribe(topic: string, listener: () => void): () => void
  }
  readonly theme: { get(): ThemeSnapshot; subscribe(listener: () => void): () => void }
  /** Stores a change of the configuration of one placement. */
  onConfigUpdate(instanceId: string, patch: Readonly<Record<string, unknown>>): Promise<void>
  notify?(options: NotifyOptions): void
  requestConfirm?(options: ConfirmOptions): Promise<boolean>
}

const slot = Symbol.for('svc.widget-runtime')
type Holder = { [slot]?: WidgetRuntime }

/** Installs the runtime. A second call replaces it; all copies of this package share it. */
export function createWidgetRuntime(runtime: WidgetRuntime): WidgetRuntime {
  ;(globalThis as Holder)[slot] = runtime
  return runtime
}

/** The runtime of the host. Throws if there is none. */
export function getRuntime(): WidgetRuntime {
  const runtime = (globalThis as Holder)[slot]
  if (!runtime) throw new Error('no widget runtime: call createWidgetRuntime first')
  return runtime
}

/** Removes the runtime, for tests. */
export function resetRuntime(): void {
  delete (globalThis as Holder)[slot]
}

import { ApiError, api, type Me } from '@svc/dashboard-sdk'

/** What the application must know before its first render. */
export interface BootState {
  readonly me: Me | undefined
  /** ids of the running plugins; undefined if the server does not disclose them to signed-out users */
  readonly runningPlugins: ReadonlySet<string> | undefined
}

interface MeResponse {
  readonly user_id: string
  readonly username: string
  readonly role: 'admin' | 'member'
  readonly must_change_password: boolean
}

interface PluginResponse {
  readonly id: string
  readonly state: string
}

/** Reads `path`; undefined on 401 and 403, any other error is thrown. */
async function readIfAllowed<T>(path: string): Promise<T | undefined> {
  try {
    return await api<T>('GET', path, undefined, { anonymous: true })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return undefined
    throw error
  }
}

/** Asks the server who is signed in and which plugins run. Throws `ApiError` if it is unreachable. */
export async function fetchBootState(): Promise<BootState> {
  const [me, plugins] = await Promise.all([
    readIfAllowed<MeResponse>('/api/auth/me'),
    readIfAllowed<PluginResponse[]>('/api/plugins'),
  ])
  return {
    me: me && {
      userId: me.user_id,
      username: me.username,
      role: me.role,
      isAdmin: me.role === 'admin',
      mustChangePassword: me.must_change_password,
    },
    runningPlugins: plugins && new Set(plugins.filter(({ state }) => state === 'running').map(({ id }) => id)),
  }
}

/** Identifies a state: the router is rebuilt only when the key changes. */
export const bootKey = ({ me, runningPlugins }: BootState): string =>
  JSON.stringify([me, runningPlugins === undefined ? null : [...runningPlugins].sort()])

/** Holds the current state. Readers get the same object until something changes. */
export function makeBootStore(initial: BootState) {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(next: BootState) {
      if (bootKey(next) === bootKey(current)) return
      current = next
      for (const notify of listeners) notify()
    },
    subscribe(notify: () => void) {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
  }
}

export type BootStore = ReturnType<typeof makeBootStore>

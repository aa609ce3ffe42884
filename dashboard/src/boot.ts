import { ApiError, api, type Me } from '@svc/dashboard-sdk'

/** What the application must know before its first render. */
export interface BootState {
  readonly me: Me | undefined
  /** ids of the running plugins; undefined if the server does not disclose them to signed-out users */
  readonly runningPlugins: ReadonlySet<string> | undefined
}

interface SessionResponse {
  readonly user_id: string
  readonly username: string
  readonly role: 'admin' | 'member'
  readonly must_change_password: boolean
  readonly plugins: readonly string[]
}

/** Also preloaded by the page, see `build/head.ts`. */
const sessionPath = '/api/session'

/** Asks the server who is signed in and which plugins run. Throws `ApiError` if it is unreachable. */
export async function fetchBootState(): Promise<BootState> {
  let session: SessionResponse
  try {
    session = await api<SessionResponse>('GET', sessionPath, undefined, { anonymous: true })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      return { me: undefined, runningPlugins: undefined }
    }
    throw error
  }
  const { user_id, username, role, must_change_password, plugins } = session
  return {
    me: { userId: user_id, username, role, isAdmin: role === 'admin', mustChangePassword: must_change_password },
    runningPlugins: new Set(plugins),
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

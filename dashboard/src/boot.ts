import type { Me } from '@svc/dashboard-sdk'
import type { LoadedDashboard } from './installed/load-dashboards.ts'

/** Who is signed in, and which plugins run. Also asked for by the head of the page. */
export const sessionPath = '/api/session'

/** What the application must know before its first render. */
export interface BootState {
  readonly me: Me | undefined
  /** ids of the running plugins; undefined if the server does not disclose them to signed-out users */
  readonly runningPlugins: ReadonlySet<string> | undefined
  /** dashboards of third-party plugins that run */
  readonly installed: readonly LoadedDashboard[]
}

/** Nobody is signed in. */
export const signedOut: BootState = { me: undefined, runningPlugins: undefined, installed: [] }

/** Identifies a state: the router is rebuilt only when the key changes. */
export const bootKey = ({ me, runningPlugins, installed }: BootState): string =>
  JSON.stringify([
    me,
    runningPlugins === undefined ? null : [...runningPlugins].sort(),
    installed.map(({ address }) => address).sort(),
  ])

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

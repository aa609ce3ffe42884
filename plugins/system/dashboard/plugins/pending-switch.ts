import { api } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { useSyncExternalStore } from 'react'
import { pluginsPath } from '../use-plugins.ts'
import { awaitSwitch, type SwitchOutcome } from './await-switch.ts'

/** A failed switch as translated texts. */
export interface SwitchError {
  readonly text: string
  readonly reason?: string | undefined
}

/** The switch that is being applied, or the last one. */
export interface PendingSwitch {
  readonly id: string
  readonly title: string
  readonly enabled: boolean
  readonly applying: boolean
  readonly error?: SwitchError | undefined
  /** the row of the plugin has restored the focus */
  readonly acknowledged?: boolean
}
export type SwitchRequest = Pick<PendingSwitch, 'id' | 'title' | 'enabled'>

const pauseMs = 250
/** 60 s, because each plugin may take 10 s to start. */
const maxPolls = 240

// Module state, because the app is remounted when the set of running plugins changes.
let current: PendingSwitch | undefined
const listeners = new Set<() => void>()

function set(next: PendingSwitch | undefined) {
  current = next
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export const usePendingSwitch = (): PendingSwitch | undefined => useSyncExternalStore(subscribe, () => current)

/** Errors stay until dismissed. */
export const dismissSwitch = () => set(undefined)
export const acknowledgeSwitch = () => set(current?.error && { ...current, acknowledged: true })

/** Waits for the restart after a stored switch; `conclude` refreshes the page and returns the error, if any. */
export async function followSwitch(
  request: SwitchRequest,
  conclude: (outcome: SwitchOutcome) => Promise<SwitchError | undefined>,
): Promise<void> {
  set({ ...request, applying: true })
  const outcome = await awaitSwitch({
    ...request,
    maxPolls,
    // a 401 during shutdown must not sign the user out
    read: () => api<PluginView[]>('GET', pluginsPath, undefined, { anonymous: true }),
    pause: () => new Promise((resume) => setTimeout(resume, pauseMs)),
  })
  set({ ...request, applying: false, error: await conclude(outcome) })
}

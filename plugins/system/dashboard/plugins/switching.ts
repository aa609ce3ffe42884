import { api } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { useSyncExternalStore } from 'react'
import { pluginsPath } from '../use-plugins.ts'
import { awaitSwitch, type Ending } from './await-switch.ts'

/** What went otherwise than chosen, in words. */
export interface Fault {
  readonly text: string
  readonly why?: string | undefined
}

/** A choice that the server is applying, or the one it applied last. */
export interface Switching {
  readonly id: string
  readonly title: string
  readonly enabled: boolean
  readonly applying: boolean
  readonly fault?: Fault | undefined
  /** the row of the plugin has taken the focus back */
  readonly seen?: boolean
}
export type Choice = Pick<Switching, 'id' | 'title' | 'enabled'>

const pauseMs = 250
/** A minute: every plugin may take ten seconds to start. */
const most = 240

// The application is built anew when the set of running plugins changes, so this must outlive the page.
let current: Switching | undefined
const listeners = new Set<() => void>()

function set(next: Switching | undefined) {
  current = next
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export const useSwitching = (): Switching | undefined => useSyncExternalStore(subscribe, () => current)

/** A fault stays to be read until somebody dismisses it. */
export const dismissSwitching = () => set(undefined)
export const switchingSeen = () => set(current?.fault && { ...current, seen: true })

/** Waits for the server to come back after `choice` was stored; `conclude` brings the page up to date and judges. */
export async function followSwitch(
  choice: Choice,
  conclude: (ending: Ending) => Promise<Fault | undefined>,
): Promise<void> {
  set({ ...choice, applying: true })
  const ending = await awaitSwitch({
    ...choice,
    most,
    // a server on its way down may refuse; that says nothing about the session yet
    read: () => api<PluginView[]>('GET', pluginsPath, undefined, { anonymous: true }),
    pause: () => new Promise((resume) => setTimeout(resume, pauseMs)),
  })
  set({ ...choice, applying: false, fault: await conclude(ending) })
}

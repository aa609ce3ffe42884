import { ApiError } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'

/** The plugin after the restart, or why its state is unknown. */
export type SwitchOutcome = { readonly plugin: PluginView } | { readonly lost: 'session' | 'silence' | 'plugin' }

interface Options {
  readonly id: string
  readonly enabled: boolean
  read(): Promise<readonly PluginView[]>
  pause(): Promise<void>
  /** limit of polls; times the pause it is the timeout */
  readonly maxPolls: number
}

/**
 * Polls until the server has restarted. Before it goes down it still returns the old state, so wait until the state matches
 * the request, or until the server was unreachable and came back.
 */
export async function awaitSwitch({ id, enabled, read, pause, maxPolls }: Options): Promise<SwitchOutcome> {
  let wasDown = false
  for (let polls = 0; polls < maxPolls; polls++) {
    try {
      const plugins = await read()
      const plugin = plugins.find((one) => one.id === id)
      if (!plugin) return { lost: 'plugin' }
      if (wasDown || (plugin.state === 'disabled') !== enabled) return { plugin }
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return { lost: 'session' }
      wasDown = true
    }
    await pause()
  }
  return { lost: 'silence' }
}

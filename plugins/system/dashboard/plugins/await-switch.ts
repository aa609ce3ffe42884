import { ApiError } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'

/** How a switch ended: the server is back and this is the plugin now; or we do not know, and why. */
export type Ending = { readonly plugin: PluginView } | { readonly lost: 'session' | 'silence' | 'plugin' }

interface Options {
  readonly id: string
  readonly enabled: boolean
  read(): Promise<readonly PluginView[]>
  pause(): Promise<void>
  /** how many times to ask; with the pause between them the patience */
  readonly most: number
}

/**
 * Waits until the server has restarted with the new choice. Until it goes down the old one still answers, with the state
 * from before; it is done when the state fits the choice, or when the server was away and came back.
 */
export async function awaitSwitch({ id, enabled, read, pause, most }: Options): Promise<Ending> {
  let away = false
  for (let asked = 0; asked < most; asked++) {
    try {
      const plugins = await read()
      const plugin = plugins.find((one) => one.id === id)
      if (!plugin) return { lost: 'plugin' }
      if (away || (plugin.state === 'disabled') !== enabled) return { plugin }
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 401) return { lost: 'session' }
      away = true
    }
    await pause()
  }
  return { lost: 'silence' }
}

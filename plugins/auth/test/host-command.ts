import { createTestKernel } from '@svc/kernel/testing'
import { type Command, definePlugin } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { authWithCheapHashes as auth } from '../src/testing.ts'
import type { World } from './world.ts'

/** Runs a command on the host: a separate process on the same database, without jobs and `ready`. */
export async function runHostCommand(
  { kernel: { dataDir, clock } }: World,
  name: string,
  options: Record<string, string>,
  otherPlugins: object[] = [],
): Promise<string> {
  let command: Command | undefined
  const withoutReady = {
    ...auth,
    async setup(context: never) {
      const { ready: _ready, jobs: _jobs, ...parts } = await auth.setup(context)
      command = parts.commands?.find((candidate) => candidate.name === name)
      return parts
    },
  }
  const plugins = [system, withoutReady, ...(otherPlugins as (typeof withoutReady)[])]
  const kernel = await createTestKernel({ dataDir, plugins, now: clock.now() })
  try {
    if (!command) throw new Error(`there is no command ${name}`)
    return await command.run(options)
  } finally {
    await kernel.close()
  }
}

/** A plugin with a WebSocket route. */
export const probe = definePlugin({
  id: 'probe',
  setup: () => ({
    routes: async (app) => {
      app.get('/api/probe', { websocket: true, config: { access: 'member' } }, (socket) => void socket.send('hello'))
    },
  }),
})

/** Opens an authenticated socket. */
export async function openSocket(world: World, headers: Record<string, string>) {
  const socket = await world.kernel.app.injectWS('/api/probe', { headers })
  let open = true
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      open = false
      resolve(code)
    })
  })
  return { closed, isOpen: () => open }
}

import { createTestKernel } from '@svc/kernel/testing'
import { type Command, definePlugin } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { authWithCheapHashes as auth } from '../src/testing.ts'
import type { Door } from './door.ts'

/** What a command of the host does: another program on the same database, which never runs its jobs or `ready`. */
export async function onTheHost(
  { kernel: { dataDir, clock } }: Door,
  name: string,
  options: Record<string, string>,
  beside: object[] = [],
): Promise<string> {
  let command: Command | undefined
  const alone = {
    ...auth,
    async setup(context: never) {
      const { ready: _ready, jobs: _jobs, ...parts } = await auth.setup(context)
      command = parts.commands?.find((each) => each.name === name)
      return parts
    },
  }
  const plugins = [system, alone, ...(beside as (typeof alone)[])]
  const kernel = await createTestKernel({ dataDir, plugins, now: clock.now() })
  try {
    if (!command) throw new Error(`there is no command ${name}`)
    return await command.run(options)
  } finally {
    await kernel.close()
  }
}

/** A plugin with something to hold open. */
export const probe = definePlugin({
  id: 'probe',
  setup: () => ({
    routes: async (app) => {
      app.get('/api/probe', { websocket: true, config: { access: 'member' } }, (socket) => void socket.send('hello'))
    },
  }),
})

/** A socket that a caller holds open. */
export async function holdOpen(door: Door, headers: Record<string, string>) {
  const socket = await door.kernel.app.injectWS('/api/probe', { headers })
  let open = true
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      open = false
      resolve(code)
    })
  })
  return { closed, isOpen: () => open }
}

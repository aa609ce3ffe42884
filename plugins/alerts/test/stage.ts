import { afterEach } from 'vitest'
import { makeWorld } from './notifications-world.ts'
import { startReceiver } from './receiver.ts'

interface Closable {
  close(): Promise<unknown>
}

/** Makes worlds and receivers that are closed after each test. */
export function makeStage() {
  const open: Closable[] = []
  afterEach(async () => {
    for (const part of open.splice(0).reverse()) await part.close()
  })
  const later = <T extends Closable>(part: T): T => {
    open.push(part)
    return part
  }
  return {
    later,
    receiver: async (...args: Parameters<typeof startReceiver>) => later(await startReceiver(...args)),
    async world(...args: Parameters<typeof makeWorld>) {
      const world = await makeWorld(...args)
      later(world.kernel)
      return world
    },
  }
}

import { type Clock, toSeconds } from '@svc/plugin-sdk'
import type { ServerPlace } from './contract.ts'
import type { Revision } from './revision.ts'
import type { ServersStore } from './servers-store.ts'

/** milliseconds in which the places of many servers become one message: a new database may move the whole fleet */
const window = 200

interface Dependencies {
  readonly clock: Clock
  readonly servers: Pick<ServersStore, 'locate'>
  readonly revision: Revision
  located(serverIds: readonly string[]): void
}

/** Stores where servers stand, and tells the browsers about all that moved at about the same time. */
export function makeLocating({ clock, servers, revision, located }: Dependencies) {
  const moved = new Set<string>()
  let cancel: (() => void) | undefined

  const tell = () => {
    cancel = undefined
    const ids = [...moved]
    moved.clear()
    located(ids)
  }

  return {
    locate(id: string, place: ServerPlace): boolean {
      if (!servers.locate(id, place, toSeconds(clock.now()))) return false
      revision.bump()
      moved.add(id)
      cancel ??= clock.after(window, tell)
      return true
    },
    close() {
      cancel?.()
    },
  }
}

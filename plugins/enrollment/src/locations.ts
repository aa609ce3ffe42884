import { type Clock, toSeconds } from '@svc/plugin-sdk'
import type { ServerLocation } from './contract.ts'
import type { Revision } from './revision.ts'
import type { ServersStore } from './servers-store.ts'

/** Changes within this time are sent as one message: a new GeoIP database may move the whole fleet. */
const batchWindowMs = 200

interface Dependencies {
  readonly clock: Clock
  readonly servers: Pick<ServersStore, 'locate'>
  readonly revision: Revision
  onChanged(serverIds: readonly string[]): void
}

/** Stores the locations of servers and reports changes in batches. */
export function makeLocations({ clock, servers, revision, onChanged }: Dependencies) {
  const changedIds = new Set<string>()
  let cancelFlush: (() => void) | undefined

  const flush = () => {
    cancelFlush = undefined
    const ids = [...changedIds]
    changedIds.clear()
    onChanged(ids)
  }

  return {
    locate(id: string, location: ServerLocation): boolean {
      if (!servers.locate(id, location, toSeconds(clock.now()))) return false
      revision.bump()
      changedIds.add(id)
      cancelFlush ??= clock.after(batchWindowMs, flush)
      return true
    },
    close() {
      cancelFlush?.()
    },
  }
}

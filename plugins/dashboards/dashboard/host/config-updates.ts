import type { Config } from '../board/placement.ts'

/** Saves a change of a widget's configuration. */
export type ConfigUpdate = (patch: Config) => Promise<void>

const updates = new Map<string, ConfigUpdate>()
/** Pending saves by widget. The next save waits, so that an older one cannot win. */
const pendingSaves = new Map<string, Promise<void>>()

/** Handlers that save changes that widgets make to their own configuration. */
export const configUpdates = {
  /** Registers a handler; the returned function removes it. */
  offer(instanceId: string, update: ConfigUpdate): () => void {
    updates.set(instanceId, update)
    return () => {
      if (updates.get(instanceId) === update) updates.delete(instanceId)
    }
  },
  run(instanceId: string, patch: Config): Promise<void> {
    const update = updates.get(instanceId)
    if (!update) return Promise.reject(new Error(`there is no widget ${instanceId} on this board`))
    const store = () => update(patch)
    const before = pendingSaves.get(instanceId)
    const stored = before ? before.then(store, store) : store()
    pendingSaves.set(instanceId, stored)
    // The handler reports errors itself; the widget does not have to handle the rejection.
    const settle = () => {
      if (pendingSaves.get(instanceId) === stored) pendingSaves.delete(instanceId)
    }
    stored.then(settle, settle)
    return stored
  },
}

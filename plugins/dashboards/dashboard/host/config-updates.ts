import type { Config } from '../board/placement.ts'

/** Stores a change of one placement's configuration. */
export type ConfigUpdate = (patch: Config) => Promise<void>

const updates = new Map<string, ConfigUpdate>()
/** The last change of each that is being stored: the next one waits for it, or the older one might win. */
const underWay = new Map<string, Promise<void>>()

/** Who stores the changes that widgets make to their own configuration, by placement. */
export const configUpdates = {
  /** Until the returned function is called. */
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
    const before = underWay.get(instanceId)
    const stored = before ? before.then(store, store) : store()
    underWay.set(instanceId, stored)
    // whoever offered it tells of a failure; a widget may want to know, but need not
    const settle = () => void (underWay.get(instanceId) === stored && underWay.delete(instanceId))
    stored.then(settle, settle)
    return stored
  },
}

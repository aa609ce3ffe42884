import type { Config } from '../board/placement.js'

/** Stores a change of one placement's configuration. */
export type ConfigUpdate = (patch: Config) => Promise<void>

const updates = new Map<string, ConfigUpdate>()

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
    const stored = update(patch)
    // whoever offered it tells of a failure; a widget may want to know, but need not
    stored.catch(() => undefined)
    return stored
  },
}

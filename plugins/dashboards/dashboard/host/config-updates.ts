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
  async run(instanceId: string, patch: Config): Promise<void> {
    const update = updates.get(instanceId)
    if (!update) throw new Error(`there is no widget ${instanceId} on this board`)
    await update(patch)
  },
}

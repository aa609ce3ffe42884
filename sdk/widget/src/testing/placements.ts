import { inAct } from './in-act.ts'

type Patch = Readonly<Record<string, unknown>>

const placements = new Map<string, (patch: Patch) => void>()

/** Listens to configuration changes of one placement until the returned function is called. */
export function placed(instanceId: string, change: (patch: Patch) => void): () => void {
  placements.set(instanceId, change)
  return () => {
    if (placements.get(instanceId) === change) placements.delete(instanceId)
  }
}

/** Changes the configuration of a rendered placement. */
export const changePlacement = (instanceId: string, patch: Patch): void =>
  inAct(() => placements.get(instanceId)?.(patch))

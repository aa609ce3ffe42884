import type { api } from '@svc/dashboard-sdk'
import type { BatchUpdate, BatchUpdated } from '@svc/plugin-enrollment/contract'
import { chunksOf } from '../list/chunks.ts'

export type Change = Omit<BatchUpdate, 'ids'>
export type UpdateResult = BatchUpdated

const path = '/api/servers/batch-update'
const maxIdsPerRequest = 1000

/** Undoes the changes in reverse order. */
export async function undoUpdate(call: typeof api, { undo }: UpdateResult): Promise<void> {
  for (const request of [...undo].reverse()) await call('POST', path, request)
}

/** Changes all these servers or, if a request fails, none. */
export async function updateAll(call: typeof api, ids: readonly string[], change: Change): Promise<UpdateResult> {
  let result: UpdateResult = { updated: 0, undo: [] }
  for (const chunk of chunksOf(ids, maxIdsPerRequest)) {
    try {
      const next = await call<BatchUpdated>('POST', path, { ids: chunk, ...change })
      result = { updated: result.updated + next.updated, undo: [...result.undo, ...next.undo] }
    } catch (cause) {
      // Each request is atomic on its own; undo the previous ones so that the whole update is.
      await undoUpdate(call, result).catch(() => undefined)
      throw cause
    }
  }
  return result
}

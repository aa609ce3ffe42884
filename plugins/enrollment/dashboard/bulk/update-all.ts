import type { api } from '@svc/dashboard-sdk'
import type { BatchUpdate, BatchUpdated } from '@svc/plugin-enrollment/contract'
import { chunksOf } from '../list/chunks.ts'

export type Change = Omit<BatchUpdate, 'ids'>
export type Done = BatchUpdated

const path = '/api/servers/batch-update'
/** Ids in one request. */
const most = 1000

/** Undoes the last change first, as one does. */
export async function takeBack(call: typeof api, { undo }: Done): Promise<void> {
  for (const request of [...undo].reverse()) await call('POST', path, request)
}

/** Changes all these servers or, when the server refuses, none. */
export async function updateAll(call: typeof api, ids: readonly string[], change: Change): Promise<Done> {
  let done: Done = { updated: 0, undo: [] }
  for (const some of chunksOf(ids, most)) {
    try {
      const next = await call<BatchUpdated>('POST', path, { ids: some, ...change })
      done = { updated: done.updated + next.updated, undo: [...done.undo, ...next.undo] }
    } catch (cause) {
      // what went before was a whole of its own for the server only
      await takeBack(call, done).catch(() => undefined)
      throw cause
    }
  }
  return done
}

import type { ServerStatus } from '@svc/protocol'
import { live } from './live.ts'

/** The live servers, for code outside of React. */
export const liveServers: {
  /** in the order of the server; the same array until something changes */
  all(): readonly ServerStatus[]
  one(id: string): ServerStatus | undefined
  /** notifies at most once per frame, after any change */
  subscribe(listener: () => void): () => void
} = {
  all: () => live.store.list(),
  one: (id) => live.store.get(id),
  subscribe: (listener) => live.store.onList(listener),
}

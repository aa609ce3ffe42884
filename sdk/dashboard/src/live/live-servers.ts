import type { ServerStatus } from '@svc/protocol'
import { live } from './live.ts'

/** The live servers outside of React: for what hands them on to code that does not use our hooks. */
export const liveServers: {
  /** in the order of the server; the same array until something changes */
  all(): readonly ServerStatus[]
  one(id: string): ServerStatus | undefined
  /** calls back at most once per frame, after any change */
  subscribe(listener: () => void): () => void
} = {
  all: () => live.store.list(),
  one: (id) => live.store.get(id),
  subscribe: (listener) => live.store.onList(listener),
}

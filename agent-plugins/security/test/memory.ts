import type { Memory, States } from '../src/state.ts'

/** What a detector remembers, without a file. */
export function makeMemory(initial: Partial<Memory> = {}): States['memory'] {
  let value: Memory = { learning_since: 0, seen: [], accounts: null, unsent: [], ...initial }
  return {
    get value() {
      return value
    },
    set(next) {
      value = next
    },
    flush: async () => {},
  }
}

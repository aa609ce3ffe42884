import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'

/** Waits until a value is as expected. */
export async function until<T>(read: () => T, expected: NoInfer<T>): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    try {
      expect(read()).toEqual(expected)
      return
    } catch {
      await pause(25)
    }
  }
  expect(read()).toEqual(expected)
}

import { expect, test, vi } from 'vitest'
import { bootKey, makeBootStore } from './boot.ts'

const me = { userId: '1', username: 'a', role: 'admin', isAdmin: true, mustChangePassword: false } as const

test('the key ignores the order of the running plugins', () => {
  expect(bootKey({ me, runningPlugins: new Set(['b', 'a']), installed: [] })).toBe(
    bootKey({ me, runningPlugins: new Set(['a', 'b']), installed: [] }),
  )
  expect(bootKey({ me, runningPlugins: undefined, installed: [] })).not.toBe(
    bootKey({ me, runningPlugins: new Set(), installed: [] }),
  )
})

test('the store notifies its listeners only when the state changes', () => {
  const initial = { me, runningPlugins: new Set(['a']), installed: [] }
  const store = makeBootStore(initial)
  const listener = vi.fn()
  store.subscribe(listener)
  store.set({ me: { ...me }, runningPlugins: new Set(['a']), installed: [] })
  expect(store.get()).toBe(initial)
  expect(listener).not.toHaveBeenCalled()
  store.set({ me: undefined, runningPlugins: undefined, installed: [] })
  expect(listener).toHaveBeenCalledTimes(1)
})

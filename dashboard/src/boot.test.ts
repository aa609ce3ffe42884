import { expect, test, vi } from 'vitest'
import { bootKey } from './boot.ts'
import { makeBootStore } from './boot-store.ts'

const me = { userId: '1', username: 'a', role: 'admin', isAdmin: true, mustChangePassword: false } as const

test('the order of the running plugins does not matter', () => {
  expect(bootKey({ me, running: new Set(['b', 'a']) })).toBe(bootKey({ me, running: new Set(['a', 'b']) }))
  expect(bootKey({ me, running: undefined })).not.toBe(bootKey({ me, running: new Set() }))
})

test('the same answer changes nothing, another one is told', () => {
  const first = { me, running: new Set(['a']) }
  const store = makeBootStore(first)
  const heard = vi.fn()
  store.subscribe(heard)
  store.set({ me: { ...me }, running: new Set(['a']) })
  expect(store.get()).toBe(first)
  expect(heard).not.toHaveBeenCalled()
  store.set({ me: undefined, running: undefined })
  expect(heard).toHaveBeenCalledTimes(1)
})

import { expect, it } from 'vitest'
import { makeExpiringMap } from './expiring-map.ts'

const make = (capacity = 3) => {
  const clock = { time: 0, now: () => clock.time }
  return { clock, held: makeExpiringMap<string>({ lifetimeMs: 100, capacity }, clock) }
}

it('keeps entries until they expire', () => {
  const { clock, held } = make()
  held.set('a', 'one')
  clock.time = 50
  held.set('b', 'two')
  clock.time = 99
  expect([held.get('a'), held.get('b')]).toEqual(['one', 'two'])
  clock.time = 100
  expect([held.get('a'), held.get('b')]).toEqual([undefined, 'two'])
  expect(held.values()).not.toContain('one')
  held.delete('b')
  expect(held.get('b')).toBeUndefined()
})

it('evicts the oldest entry at capacity', () => {
  const { held } = make()
  for (const key of ['a', 'b', 'c', 'd', 'e']) held.set(key, key)
  expect(['a', 'b', 'c', 'd', 'e'].map(held.get)).toEqual([undefined, undefined, 'c', 'd', 'e'])
})

it('does not find names of Object.prototype', () => {
  expect(make().held.get('__proto__')).toBeUndefined()
})

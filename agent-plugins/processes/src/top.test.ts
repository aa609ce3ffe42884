import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeTop } from './top.ts'

it('equals the start of a full sort', () => {
  const item = fc.record({ value: fc.nat(20), id: fc.nat() })
  fc.assert(
    fc.property(fc.array(item), fc.nat(10), (items, size) => {
      const top = makeTop<{ value: number }>(size, (a, b) => a.value > b.value)
      for (const each of items) top.offer(each)
      expect(top.items()).toEqual([...items].sort((a, b) => b.value - a.value).slice(0, size))
    }),
  )
})

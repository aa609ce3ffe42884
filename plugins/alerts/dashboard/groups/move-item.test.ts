import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moveItem } from './channel-order.tsx'

it('swaps an item with its neighbor', () => {
  expect(moveItem(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
})

it('moving back restores the order', () => {
  const lists = fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 9 })
  fc.assert(
    fc.property(lists, fc.nat(), (ids, any) => {
      const index = any % (ids.length - 1)
      expect(moveItem(moveItem(ids, index, 1), index + 1, -1)).toEqual(ids)
    }),
  )
})

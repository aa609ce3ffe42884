import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moved } from './moved.ts'

it('one changes its place with its neighbour', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
})

it('nothing is lost, and the way back leads back', () => {
  const lists = fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 9 })
  fc.assert(
    fc.property(lists, fc.nat(), (ids, any) => {
      const index = any % (ids.length - 1)
      expect(moved(moved(ids, index, 1), index + 1, -1)).toEqual(ids)
    }),
  )
})

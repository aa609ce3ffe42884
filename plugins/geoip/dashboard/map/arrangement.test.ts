import { expect, it } from 'vitest'
import { arrangementOf, mapHeight } from './arrangement.ts'

it.each([
  ['the smallest', 310, 200, 'upon'],
  ['wide and low', 1000, 330, 'beside'],
  ['the usual one', 630, 390, 'below'],
  ['a phone', 330, 400, 'below'],
  ['the largest', 1000, 690, 'below'],
])('%s, %i by %i pixels, has its list %s the map', (_, width, height, where) => {
  expect(arrangementOf({ width, height })).toBe(where)
})

it('a map above a list leaves unused space to the list', () => {
  expect(mapHeight({ width: 330, height: 400 })).toBeLessThan(200)
  expect(mapHeight({ width: 1000, height: 330 })).toBe(220)
})

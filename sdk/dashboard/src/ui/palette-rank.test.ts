import { expect, it } from 'vitest'
import { paletteRank } from './palette-rank.ts'

const texts = ['Alert rules', 'Settings', 'thresholds']

it.each([
  ['', 1],
  ['alert r', 1],
  ['RULES', 0.8],
  ['les al', 0.6],
  ['settings rules', 0.3],
  ['hold', 0.3],
  ['alert user', 0],
])('ranks %o at %d', (typed, rank) => {
  expect(paletteRank(typed, texts)).toBe(rank)
})

it('ignores case and accents', () => {
  expect(paletteRank('kuche', ['Küche'])).toBe(1)
})

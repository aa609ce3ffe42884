import { expect, it } from 'vitest'
import { makeEntry } from '../testing/entry.ts'
import { emptySelection, extendTo, moveFocus, type Selection, selectAll, selectOnly, toggle } from './selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e'].map((name) => makeEntry(name))
const names = ({ paths }: Selection) => [...paths].map((path) => path.slice('/srv/'.length)).sort()
const at = (name: string) => `/srv/${name}`

it('extends a range from its anchor in both directions', () => {
  const start = selectOnly(at('c'))
  const down = extendTo(start, rows, at('e'))
  expect(names(down)).toEqual(['c', 'd', 'e'])
  const up = extendTo(down, rows, at('b'))
  expect(names(up)).toEqual(['b', 'c'])
  expect(up).toMatchObject({ focus: at('b'), anchor: at('c') })
})

it('adds a range to single entries', () => {
  const single = toggle(toggle(emptySelection, at('a')), at('c'))
  expect(names(single)).toEqual(['a', 'c'])
  expect(names(extendTo(single, rows, at('d'), true))).toEqual(['a', 'c', 'd'])
  expect(names(toggle(single, at('a')))).toEqual(['c'])
})

it('starts a new range if its anchor no longer exists', () => {
  expect(names(extendTo({ ...emptySelection, anchor: at('deleted') }, rows, at('b')))).toEqual(['b'])
})

it('moves the focus without changing what is selected', () => {
  const moved = moveFocus(selectOnly(at('a')), at('d'))
  expect([names(moved), moved.focus]).toEqual([['a'], at('d')])
})

it('selects everything', () => {
  expect(names(selectAll(emptySelection, rows))).toEqual(['a', 'b', 'c', 'd', 'e'])
})

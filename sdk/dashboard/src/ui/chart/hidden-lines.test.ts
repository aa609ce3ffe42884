import { describe, expect, test } from 'vitest'
import { isolated, readHidden, toggled } from './hidden-lines.ts'

const all = ['a', 'b', 'c']
const hidden = (...ids: string[]) => new Set(ids)

describe('lines', () => {
  test('toggle', () => {
    expect(toggled(hidden(), 'b', all)).toEqual(hidden('b'))
    expect(toggled(hidden('b'), 'b', all)).toEqual(hidden())
    expect(toggled(hidden('gone'), 'a', all)).toEqual(hidden('a'))
  })
  test('hiding the last one shows all', () => {
    expect(toggled(hidden('a', 'b'), 'c', all)).toEqual(hidden())
  })
  test('isolate one, then show all', () => {
    expect(isolated(hidden('b'), 'b', all)).toEqual(hidden('a', 'c'))
    expect(isolated(hidden('a', 'c'), 'b', all)).toEqual(hidden())
    expect(isolated(hidden('a', 'c'), 'c', all)).toEqual(hidden('a', 'b'))
  })
})

test('ignores invalid stored values', () => {
  expect(readHidden('["a",3,null]')).toEqual(hidden('a'))
  for (const text of [null, '', '{', '7', '{"a":1}', 'null']) expect(readHidden(text)).toEqual(hidden())
})

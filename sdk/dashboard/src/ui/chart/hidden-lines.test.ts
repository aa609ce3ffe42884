import { describe, expect, test } from 'vitest'
import { alone, readHidden, toggled } from './hidden-lines.ts'

const all = ['a', 'b', 'c']
const hidden = (...ids: string[]) => new Set(ids)

describe('lines', () => {
  test('are hidden and shown again', () => {
    expect(toggled(hidden(), 'b', all)).toEqual(hidden('b'))
    expect(toggled(hidden('b'), 'b', all)).toEqual(hidden())
    expect(toggled(hidden('gone'), 'a', all)).toEqual(hidden('a'))
  })
  test('the last one does not go: all come back', () => {
    expect(toggled(hidden('a', 'b'), 'c', all)).toEqual(hidden())
  })
  test('one alone, and all again', () => {
    expect(alone(hidden('b'), 'b', all)).toEqual(hidden('a', 'c'))
    expect(alone(hidden('a', 'c'), 'b', all)).toEqual(hidden())
    expect(alone(hidden('a', 'c'), 'c', all)).toEqual(hidden('a', 'b'))
  })
})

test('what was remembered may be anything', () => {
  expect(readHidden('["a",3,null]')).toEqual(hidden('a'))
  for (const text of [null, '', '{', '7', '{"a":1}', 'null']) expect(readHidden(text)).toEqual(hidden())
})

import { expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'

const short = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`)

it('shows what differs', () => {
  expect(short('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([' a', '-b', '+x', ' c', ' d', '+e'])
  expect(short('a', 'a')).toEqual([' a'])
  expect(short('a\n', 'a')).toEqual([' a'])
  expect(short('', 'b')).toEqual(['-', '+b'])
  expect(short('a\na', 'a')).toEqual([' a', '-a'])
})

it('stays fast for long texts', () => {
  const text = (offset: number) => Array.from({ length: 20_000 }, (_, index) => `${index + offset}`).join('\n')
  expect(diffLines(text(0), text(100_000))).toHaveLength(40_000)
})

import { expect, it } from 'vitest'
import { makeLineSplitter, maxLineBytes } from './line-splitter.ts'

const splitAll = (text: string, size: number) => {
  const splitter = makeLineSplitter()
  const bytes = Buffer.from(text)
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += size) lines.push(...splitter.split(bytes.subarray(at, at + size)))
  return { lines, pending: splitter.pending }
}

it.each([1, 2, 3, 7, 100])('lines are the same in chunks of %d bytes', (size) => {
  expect(splitAll('one\n\ntwö\nthree', size)).toEqual({ lines: ['one', '', 'twö'], pending: 5 })
})

it.each([1000, 65_536, 1_000_000])('a line that is too long is dropped, in chunks of %d bytes', (size) => {
  const long = 'x'.repeat(3 * maxLineBytes)
  const { lines } = splitAll(`one\n${long}\ntwo\nthree\n`, size)
  // In one chunk it takes no more memory than the chunk.
  expect(lines.filter((line) => line.length < 10)).toEqual(['one', 'two', 'three'])
})

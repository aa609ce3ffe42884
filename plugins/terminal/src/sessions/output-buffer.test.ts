import { expect, it } from 'vitest'
import { OutputBuffer } from './output-buffer.ts'

const read = (buffer: OutputBuffer, offset: number, maxBytes = 100) => {
  const { offset: from, data } = buffer.read(offset, maxBytes)
  return [from, data.toString()]
}

it('keeps the last bytes by their offset', () => {
  const buffer = new OutputBuffer(8)
  for (const piece of ['abc', 'def', 'ghi']) buffer.push(Buffer.from(piece))
  expect(buffer.end).toBe(9)
  expect(read(buffer, 0)).toEqual([1, 'bcdefghi'])
  expect(read(buffer, 4)).toEqual([4, 'efghi'])
  expect(read(buffer, 4, 3)).toEqual([4, 'efg'])
  expect(read(buffer, 6)).toEqual([6, 'ghi'])
  expect(read(buffer, 9)).toEqual([9, ''])
  expect(read(buffer, 99)).toEqual([9, ''])
})

it('keeps the end of a piece that is larger than the buffer', () => {
  const buffer = new OutputBuffer(4)
  buffer.push(Buffer.from('0123456789'))
  expect(read(buffer, 0)).toEqual([6, '6789'])
})

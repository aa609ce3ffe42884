import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitReader, BitWriter, type Numbers, readNumbers, writeNumbers } from './index.ts'

function through(column: Numbers): { back: Numbers; bytes: number } {
  const bits = new BitWriter()
  writeNumbers(bits, column)
  const bytes = bits.finish()
  const reader = new BitReader(bytes, 0, bytes.length)
  const back = readNumbers(reader, column.length)
  reader.end()
  return { back, bytes: bytes.length }
}

const number = fc.oneof(
  fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  fc.nat(1000),
  fc.integer({ min: -100_000, max: 100_000 }).map((value) => value / 1000),
  fc.double({ noNaN: true }),
)

describe('a column of numbers', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.option(number), { maxLength: 80 }), (column) => {
        expect(through(column).back).toEqual(column)
      }),
    )
  })

  it.each([
    ['all the same', Array(60).fill(17.25), 6],
    ['nothing at all', Array(60).fill(null), 1],
    ['a minute apart', Array.from({ length: 60 }, (_, i) => 1_700_000_000 + i * 60), 40],
  ])('takes next to nothing: %s', (_, column, most) => expect(through(column).bytes).toBeLessThanOrEqual(most))
})

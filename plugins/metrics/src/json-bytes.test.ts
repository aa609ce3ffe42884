import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonBytes, type JsonResult, maxNumberBytes, pieceOf } from './json-bytes.ts'

const textOf = ({ bytes }: JsonResult) => Buffer.from(bytes).toString()

/** The output, from a buffer that has to grow. */
function written(write: (json: JsonBytes) => void): string {
  const json = new JsonBytes(1)
  write(json)
  return textOf(json.finish())
}

const number = (value: number) =>
  written((json) => {
    json.reserve(maxNumberBytes)
    json.number(value)
  })

const numbers = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.maxSafeInteger().map((n) => n / 1000),
  fc.integer({ min: -2_000_000, max: 2_000_000 }).map((n) => n / 1000),
  fc.nat(60).map((exponent) => 2 ** exponent),
  fc.nat(15).map((exponent) => 10 ** exponent),
)

describe('JSON as bytes', () => {
  it('formats numbers like JSON.stringify', () => {
    fc.assert(
      fc.property(numbers, (value) => {
        expect(JSON.parse(number(value))).toBe(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    [0, '0'],
    [-0, '0'],
    [7.5, '7.5'],
    [-0.25, '-0.25'],
    [0.001, '0.001'],
    [12.3, '12.3'],
    [99_999.999, '99999.999'],
    [999_999_999, '999999999'],
    [1_000_000_000, '1000000000'],
    [1_000_000_007, '1000000007'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [Number.NaN, 'null'],
    [Number.NEGATIVE_INFINITY, 'null'],
  ])('writes %d', (value, text) => {
    expect(number(value)).toBe(text)
  })

  it('formats strings like JSON.stringify', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('\ud83d', '"\\', '\u007f\u0000'))
    fc.assert(
      fc.property(fc.array(texts), (all) => {
        const list = written((json) => {
          json.reserve(2)
          json.piece(pieceOf('['))
          for (const [i, text] of all.entries()) {
            json.reserve(1)
            if (i > 0) json.piece(pieceOf(','))
            json.text(text)
          }
          json.reserve(1)
          json.piece(pieceOf(']'))
        })
        expect(JSON.parse(list)).toEqual(JSON.parse(JSON.stringify(all)))
      }),
    )
  })

  const one = (value: number) => {
    const json = new JsonBytes(100)
    json.reserve(maxNumberBytes)
    json.number(value)
    return json
  }

  it('buffers stay unchanged until released, also with several in use', () => {
    const written = [1, 2, 3].map(one).map((json) => json.finish())
    expect(written.map(textOf)).toEqual(['1', '2', '3'])
    const first = written[0] as JsonResult
    first.release()
    const next = one(4).finish()
    expect(next.bytes.buffer).toBe(first.bytes.buffer)
    first.release()
    expect(textOf(one(5).finish())).toBe('5')
    expect([...written.slice(1), next].map(textOf)).toEqual(['2', '3', '4'])
  })

  it('appends pieces of any length', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
        const text = written((json) => {
          for (const piece of pieces.map(pieceOf)) {
            json.reserve(piece.length)
            json.piece(piece)
          }
        })
        expect(text).toBe(pieces.join(''))
      }),
    )
  })
})

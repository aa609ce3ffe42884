import { describe, expect, it } from 'vitest'
import { writtenPeriods } from './written-periods.js'

const bytes = (length: number, value = 1) => Buffer.alloc(length, value)

describe('what was written of sealed periods', () => {
  it('is known while the block is the same', () => {
    const written = writtenPeriods(1000)
    expect(written.get('a', bytes(10))).toBeUndefined()
    written.keep('a', { block: bytes(10), json: bytes(20) })
    expect(written.get('a', bytes(10))).toEqual(bytes(20))
    expect(written.get('a', bytes(10, 2))).toBeUndefined()
    expect(written.bytes()).toBe(0)
  })

  it('is bounded, and what was not asked for longest goes first', () => {
    const written = writtenPeriods(100)
    for (const key of ['a', 'b', 'c']) written.keep(key, { block: bytes(10), json: bytes(20) })
    written.get('a', bytes(10))
    written.keep('d', { block: bytes(10), json: bytes(20) })
    expect(['a', 'b', 'c', 'd'].filter((key) => written.get(key, bytes(10)))).toEqual(['a', 'c', 'd'])
    expect(written.bytes()).toBe(90)
  })

  it('is not kept when it is as large as many others', () => {
    const written = writtenPeriods(1_000_000)
    written.keep('a', { block: bytes(10), json: bytes(100_000) })
    expect(written.bytes()).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { writtenPeriods } from './written-periods.js'

const bytes = (length: number) => Buffer.alloc(length, 1)

describe('what was written of sealed periods', () => {
  it('is known while the block is the same', () => {
    const written = writtenPeriods(1000)
    expect(written.get('a', 'same')).toBeUndefined()
    written.keep('a', { mark: 'same', json: bytes(20) })
    expect(written.get('a', 'same')).toEqual(bytes(20))
    expect(written.get('a', 'other')).toBeUndefined()
    expect(written.bytes()).toBe(0)
  })

  it('is bounded, and what was not asked for longest goes first', () => {
    const written = writtenPeriods(70)
    for (const key of ['a', 'b', 'c']) written.keep(key, { mark: 'same', json: bytes(20) })
    written.get('a', 'same')
    written.keep('d', { mark: 'same', json: bytes(20) })
    expect(['a', 'b', 'c', 'd'].filter((key) => written.get(key, 'same'))).toEqual(['a', 'c', 'd'])
    expect(written.bytes()).toBe(60)
  })

  it('is not kept when it is as large as many others', () => {
    const written = writtenPeriods(1_000_000)
    written.keep('a', { mark: 'same', json: bytes(100_000) })
    expect(written.bytes()).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { makeJsonCache } from './json-cache.ts'

const bytes = (length: number) => Buffer.alloc(length, 1)

describe('the JSON cache of sealed periods', () => {
  it('hits while the block is unchanged', () => {
    const written = makeJsonCache(1000)
    expect(written.get('a', 'same')).toBeUndefined()
    written.set('a', { version: 'same', json: bytes(20) })
    expect(written.get('a', 'same')).toEqual(bytes(20))
    expect(written.get('a', 'other')).toBeUndefined()
    expect(written.bytes()).toBe(0)
  })

  it('is bounded and evicts the least recently used entry', () => {
    const single = makeJsonCache(10_000)
    single.set('a', { version: 'same', json: bytes(20) })
    const written = makeJsonCache(3 * single.bytes())
    for (const key of ['a', 'b', 'c']) written.set(key, { version: 'same', json: bytes(20) })
    written.get('a', 'same')
    written.set('d', { version: 'same', json: bytes(20) })
    expect(['a', 'b', 'c', 'd'].filter((key) => written.get(key, 'same'))).toEqual(['a', 'c', 'd'])
    expect(written.bytes()).toBe(3 * single.bytes())
  })

  it('is also bounded for many small entries', () => {
    const written = makeJsonCache(100_000)
    const keys = Array.from({ length: 5000 }, (_, i) => `metrics_sealed_days 7 ${i} cpu`)
    for (const key of keys) written.set(key, { version: 'same', json: bytes(1) })
    expect(keys.filter((key) => written.get(key, 'same')).length).toBeLessThan(300)
  })

  it('does not cache very large entries', () => {
    const written = makeJsonCache(1_000_000)
    written.set('a', { version: 'same', json: bytes(100_000) })
    expect(written.bytes()).toBe(0)
  })
})

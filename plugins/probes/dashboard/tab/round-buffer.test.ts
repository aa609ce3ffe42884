import { describe, expect, it } from 'vitest'
import { noon, record } from '../testing/rounds.ts'
import { RoundBuffer } from './round-buffer.ts'

const now = noon + 100_000
const filled = (count: number) => {
  const buffer = new RoundBuffer()
  for (let index = 0; index < count; index++) buffer.add([record('a', index * 60)], now)
  return buffer
}
const times = (buffer: RoundBuffer, id = 'a') => (buffer.rounds().get(id) ?? []).map(({ time }) => time - noon)

describe('the round buffer', () => {
  it('grows to 250 rounds per target, then is cut to the newest 200', () => {
    expect(times(filled(249))).toHaveLength(249)
    expect(times(filled(250))).toEqual(Array.from({ length: 200 }, (_, index) => (index + 50) * 60))
  })

  it('cuts each target separately', () => {
    const buffer = filled(249)
    buffer.add([record('b', 0), record('a', 250 * 60)], now)
    expect([times(buffer).length, times(buffer, 'b').length]).toEqual([200, 1])
  })

  it('is sorted and has no duplicates of read and live rounds', () => {
    const buffer = new RoundBuffer()
    buffer.add([record('a', 120), record('a', 60)], now)
    expect(buffer.add([record('a', 60), record('a', 120)], now)).toBe(false)
    buffer.add([record('a', 90), record('a', 0)], now)
    expect(times(buffer)).toEqual([0, 60, 90, 120])
    expect(buffer.newest()).toBe(noon + 120)
  })

  it('accepts rounds up to 30 seconds in the future', () => {
    const buffer = new RoundBuffer()
    expect(buffer.add([record('a', 31), record('a', 0, { timestamp: 'soon' })], noon)).toBe(false)
    expect(buffer.add([record('a', 30)], noon)).toBe(true)
  })

  it('returns the same object until a round is added', () => {
    const buffer = filled(2)
    const before = buffer.rounds()
    buffer.add([record('a', 60)], now)
    expect(buffer.rounds()).toBe(before)
    expect(new RoundBuffer().newest()).toBeUndefined()
  })
})

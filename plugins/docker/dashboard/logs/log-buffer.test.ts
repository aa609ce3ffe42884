import { describe, expect, it } from 'vitest'
import { LogBuffer, maxLines } from './log-buffer.ts'

const at = (second: number) => `2026-11-23T10:00:${String(second).padStart(2, '0')}.000000001Z`
const entry = (message: string, second = 0, stream = 'stdout') => ({ timestamp: at(second), stream, message })
const textsOf = (buffer: LogBuffer) => buffer.snapshot().lines.map(({ text }) => text)

describe('lines', () => {
  it('end with their line break', () => {
    const buffer = new LogBuffer()
    buffer.add([entry('one\n'), entry('two'), entry(' and\n'), entry('three\n')])
    expect(textsOf(buffer)).toEqual(['one', 'two and', 'three'])
  })
  it('of each stream are continued apart', () => {
    const buffer = new LogBuffer()
    buffer.add([entry('out'), entry('err', 0, 'stderr')])
    buffer.add([entry('put\n'), entry('or\n', 0, 'stderr')])
    expect(buffer.snapshot().lines.map(({ stream, text }) => [stream, text])).toEqual([
      ['stdout', 'output'],
      ['stderr', 'error'],
    ])
  })
  it('are cut when they are too long', () => {
    const buffer = new LogBuffer()
    for (let i = 0; i < 20; i++) buffer.add([entry('x'.repeat(1000))])
    expect(textsOf(buffer)[0]).toHaveLength(16_385)
  })
})

it('keeps the newest lines and counts the removed ones', () => {
  const buffer = new LogBuffer()
  buffer.add(Array.from({ length: maxLines + 7 }, (_, i) => entry(`${i}\n`)))
  const { lines, removed } = buffer.snapshot()
  expect([lines.length, lines[0]?.text, removed]).toEqual([maxLines, '7', 7])
})

it('marks and counts dropped lines', () => {
  const buffer = new LogBuffer()
  buffer.add([entry('before\n')])
  buffer.add([entry('after\n')], 12)
  buffer.add([], 3)
  const { lines, dropped } = buffer.snapshot()
  expect(lines.map((line) => line.dropped ?? line.text)).toEqual(['before', 12, 'after', 3])
  expect(dropped).toBe(15)
})

describe('after a reconnect', () => {
  const before = () => {
    const buffer = new LogBuffer()
    buffer.add([entry('one\n', 1), entry('two\n', 2)])
    buffer.resume()
    return buffer
  }
  it('lines that are here already are not added again', () => {
    const buffer = before()
    expect(buffer.lastTimestamp).toBe(at(2))
    buffer.add([entry('one\n', 1)])
    buffer.add([entry('two\n', 2), entry('three\n', 3)])
    expect(textsOf(buffer)).toEqual(['one', 'two', 'three'])
  })
  it('the time may step back afterwards', () => {
    const buffer = before()
    buffer.add([entry('three\n', 3), entry('late\n', 1)])
    expect(textsOf(buffer)).toEqual(['one', 'two', 'three', 'late'])
    expect(buffer.lastTimestamp).toBe(at(3))
  })
})

it('cleared, it still knows where to continue', () => {
  const buffer = new LogBuffer()
  buffer.add([entry('one', 1)], 2)
  buffer.clear()
  expect(buffer.snapshot()).toEqual({ lines: [], removed: 0, dropped: 0 })
  buffer.add([entry('two\n', 2)])
  expect(textsOf(buffer)).toEqual(['two'])
})

import type { LogEntry } from '@svc/plugin-docker/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LogLines } from './log-lines.ts'

const time = '2026-11-23T15:52:27.791683310Z'

function frame(type: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  const header = Buffer.alloc(8)
  header[0] = type
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([header, bytes])
}

function read(chunks: readonly Buffer[], { tty = false, maxBytes }: { tty?: boolean; maxBytes?: number } = {}) {
  const entries: LogEntry[] = []
  const lines = new LogLines({ tty, maxBytes, emit: (entry) => entries.push(entry) })
  for (const chunk of chunks) lines.push(chunk)
  lines.end()
  return entries
}
const cutAt = (bytes: Buffer, cuts: readonly number[]) => {
  const sorted = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end))
}
const text = (entries: readonly LogEntry[]) => entries.map(({ message }) => message)

describe('a log', () => {
  const frames = Buffer.concat([
    frame(1, `${time} one\n`),
    frame(2, `${time} zwei ü 三 🐳\n`),
    // a long line in parts, each with the timestamp, mixed with the other stream
    frame(1, `${time} ${'a'.repeat(50)}`),
    frame(2, `${time} \n`),
    frame(1, `${time} ${'b'.repeat(50)}`),
    frame(1, `${time} c\n`),
    frame(1, `${time} \u001b[31mred\u001b[0m\r\n`),
    frame(1, `${time} no line break`),
  ])
  const expected = [
    { timestamp: time, stream: 'stdout', message: 'one\n' },
    { timestamp: time, stream: 'stderr', message: 'zwei ü 三 🐳\n' },
    { timestamp: time, stream: 'stderr', message: '\n' },
    { timestamp: time, stream: 'stdout', message: `${'a'.repeat(50)}${'b'.repeat(50)}c\n` },
    { timestamp: time, stream: 'stdout', message: '\u001b[31mred\u001b[0m\r\n' },
    { timestamp: time, stream: 'stdout', message: 'no line break' },
  ]

  it('is the same wherever its bytes are cut', () => {
    expect(read([frames])).toEqual(expected)
    expect(read([...frames].map((byte) => Buffer.from([byte])))).toEqual(expected)
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 30 }), (cuts) => {
        expect(read(cutAt(frames, cuts))).toEqual(expected)
      }),
    )
  })

  it('of a terminal is one stream without frames', () => {
    const bytes = Buffer.from(`${time} $ echo ü\r\n${time} ü\r\n`)
    const lines = ['$ echo ü\r\n', 'ü\r\n']
    for (let cut = 0; cut <= bytes.length; cut++) {
      const entries = read(cutAt(bytes, [cut]), { tty: true })
      expect(entries).toEqual(lines.map((message) => ({ timestamp: time, stream: 'console', message })))
    }
  })

  it('without frames where some are expected is read as text', () => {
    expect(read([Buffer.from('plain\ntext\n')])).toEqual([
      { timestamp: null, stream: 'console', message: 'plain\n' },
      { timestamp: null, stream: 'console', message: 'text\n' },
    ])
    expect(text(read([frame(1, 'a\n'), Buffer.from([1, 0, 0])]))).toEqual(['a\n', '\u0001\0\0'])
  })

  it('of several lines in a frame, and of frames without a timestamp', () => {
    expect(read([frame(1, `${time} a\nb\n`), frame(2, ''), frame(2, 'c\n'), frame(3, 'broken\n')])).toEqual([
      { timestamp: time, stream: 'stdout', message: 'a\n' },
      { timestamp: null, stream: 'stdout', message: 'b\n' },
      { timestamp: null, stream: 'stderr', message: 'c\n' },
      { timestamp: null, stream: 'stderr', message: 'broken\n' },
    ])
  })

  it('with binary junk has text in any case', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (junk, tty) => {
        const bytes = Buffer.from(junk)
        for (const { message } of read([tty ? bytes : frame(1, bytes)], { tty })) expect(message).toBeTypeOf('string')
        for (const { message } of read(cutAt(bytes, [junk.length >> 1]))) expect(message).toBeTypeOf('string')
      }),
    )
  })
})

describe('a long line', () => {
  it('is cut with a mark that says how much is missing, whole characters only', () => {
    const line = Buffer.from(`${'ü'.repeat(100)}\n`)
    const [first, second] = read([line, Buffer.from('next\n')], { tty: true, maxBytes: 99 })
    expect(first?.message).toBe(`${'ü'.repeat(49)}… [102 bytes omitted]\n`)
    expect(second?.message).toBe('next\n')
  })

  it('of 10 MB takes no more memory than its limit', () => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const frames: Buffer[] = []
    for (let n = 0; n < 160; n++) frames.push(frame(1, chunk))
    const [only, ...rest] = read([...frames, frame(1, '\n')])
    expect(rest).toEqual([])
    expect(only?.message.slice(65_536)).toBe(`… [${159 * 65_536 + 1} bytes omitted]\n`)
  })
})

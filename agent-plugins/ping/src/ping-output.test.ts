import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recorded } from '../test/recorded.ts'
import { parsePing } from './ping-output.ts'

describe('the output of ping programs', () => {
  it.each(recorded)('$name', ({ text, sent, times, routerError }) => {
    expect(parsePing(text)).toEqual({ sent, times, routerError })
  })

  it('is empty for empty text', () => {
    expect(parsePing('')).toEqual({ sent: undefined, times: [], trouble: undefined })
  })

  it('has no packet count if it is truncated', () => {
    const cut = '64 bytes from 192.0.2.2: icmp_seq=1 ttl=64 time=0.469 ms\n64 bytes from 192.0.2.2: icmp_s'
    expect(parsePing(cut)).toEqual({ sent: undefined, times: [0.469], trouble: undefined })
  })
})

const dialects: Record<string, (seq: number, time: number) => string> = {
  iputils: (seq, time) => `64 bytes from 192.0.2.2: icmp_seq=${seq} ttl=64 time=${time} ms`,
  busybox: (seq, time) => `64 bytes from 192.0.2.2: seq=${seq} ttl=64 time=${time} ms`,
  macos6: (seq, time) => `16 bytes from 2606:4700::1111, icmp_seq=${seq} hlim=57 time=${time} ms`,
  german: (seq, time) => `64 Bytes von 1.1.1.1: icmp_seq=${seq} ttl=57 Zeit=${`${time}`.replace('.', ',')} ms`,
  windows: (_, time) => `Reply from 1.1.1.1: bytes=32 time=${time}ms TTL=57`,
  chinese: (_, time) => `\xC0\xB4\xD7\xD4 1.1.1.1: \xD7\xD6\xBD\xDA=32 \xCA\xB1\xBC\xE4=${time}ms TTL=57`,
}

it('parses every time in each dialect, whatever packets are lost', () => {
  const time = fc.integer({ min: 0, max: 9_999_999 }).map((micros) => micros / 1000)
  const answers = fc.array(fc.option(time, { nil: undefined }), { maxLength: 20 })
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(dialects)), answers, (name, times) => {
      const lines = times.map((one, seq) =>
        one === undefined ? `Request timeout for icmp_seq ${seq}` : (dialects[name]?.(seq, one) ?? ''),
      )
      const sums = `${times.length} packets transmitted, 1 received, 10% packet loss\nrtt = 1.0/2.0 ms`
      const parsed = parsePing(`PING x (y) 56(84) bytes of data.\n${lines.join('\n')}\n\n${sums}\n`)
      expect(parsed.times).toEqual(times.filter((one) => one !== undefined))
      expect(parsed.sent).toBe(times.length)
    }),
  )
})

it('never throws on any text', () => {
  const piece = fc.oneof(
    fc.constantFrom('=', '<', '%', '\n', 'time=', 'ttl=', '1', ' ', ': ', 'unreachable', 'From ', '(DUP!)', '.'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { sent, times } = parsePing(pieces.join(''))
      for (const number of [...times, sent ?? 0]) expect(Number.isFinite(number) && number >= 0).toBe(true)
    }),
  )
})

it.each(['=1', '<', ': unreachable', 'From x unreachable ', 'icmp_seq=1 ', 'a=1<'])(
  'reads a long line of %j',
  (piece) => {
    expect(parsePing(piece.repeat(32_768 / piece.length)).times.length).toBeLessThan(2)
  },
)

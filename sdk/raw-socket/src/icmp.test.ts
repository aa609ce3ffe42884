import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressBytes, decodeSocketAddress, encodeSocketAddress, formatAddress, normalizeAddress } from './address.ts'
import { checksumOf, sumOf, transportChecksum } from './checksum.ts'
import { encodeEcho, readRawIcmp } from './icmp.ts'
import { roundTripMs } from './round-trip.ts'

const address = fc.oneof(fc.ipV4(), fc.ipV6())

describe('addresses', () => {
  it('keep their value through bytes and back, in any notation', () => {
    fc.assert(
      fc.property(address, (text) => {
        const shown = formatAddress(addressBytes(text))
        expect(isIP(shown)).toBe(isIP(text))
        expect(addressBytes(shown)).toEqual(addressBytes(text))
        expect(decodeSocketAddress(encodeSocketAddress(text, 443))).toEqual({ address: shown, port: 443 })
      }),
    )
  })

  it('are IPv4 if they are written as IPv6', () => {
    expect(['::ffff:192.0.2.7', '::FFFF:c000:207', '2001:DB8::0:1', '192.0.2.7'].map(normalizeAddress)).toEqual([
      '192.0.2.7',
      '192.0.2.7',
      '2001:db8::1',
      '192.0.2.7',
    ])
  })
})

describe('checksums', () => {
  it('make the sum of a packet complete', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 64 }), (bytes) => {
        const packet = Buffer.from(bytes)
        packet.writeUInt16BE(0, 2)
        packet.writeUInt16BE(checksumOf(packet), 2)
        expect(sumOf(packet)).toBe(0xffff)
      }),
    )
  })

  it('of UDP are what the RFC says, and never zero', () => {
    // Computed by hand: ports 1 and 2, length 8, no content.
    const packet = Buffer.from([0, 1, 0, 2, 0, 8, 0, 0])
    expect(transportChecksum('192.0.2.1', '192.0.2.2', 17, packet)).toBe(0x7bd7)
  })
})

/** An IPv4 header. */
const header = (protocol: number, length: number) =>
  Buffer.from([0x45, 0, 0, length, 0x12, 0x34, 0, 0, 1, protocol, 0, 0, 192, 0, 2, 1, 198, 51, 100, 9])

describe('ICMP messages', () => {
  const echo = encodeEcho(4, 77, 5, Buffer.from('12345678'))
  const quoted = Buffer.concat([header(1, 36), echo])
  const exceeded = (extensions: Buffer, length = 0) =>
    Buffer.concat([header(1, 0), Buffer.from([11, 0, 0, 0, 0, length, 0, 0]), quoted, extensions])

  it('name the packet that they are about', () => {
    expect(readRawIcmp(4, exceeded(Buffer.alloc(0)))).toMatchObject({
      kind: 'error',
      error: { kind: 'time_exceeded' },
      quoted: { protocol: 1, destination: '198.51.100.9', identification: 0x1234 },
      labels: [],
    })
  })

  it('show labels only of extensions that are whole', () => {
    const label = Buffer.from([0x20, 0, 0, 0, 0, 8, 1, 1, 0x00, 0x01, 0x01, 0xff])
    label.writeUInt16BE(checksumOf(label), 2)
    const long = Buffer.concat([Buffer.alloc(128 - quoted.length), label])
    const read = (packet: Buffer) => {
      const message = readRawIcmp(4, packet)
      return message?.kind === 'error' ? message.labels : undefined
    }
    expect(read(exceeded(long))).toEqual([{ label: 16, tc: 0, bottom: true, ttl: 255 }])
    expect(read(exceeded(label, quoted.length / 4))).toEqual([{ label: 16, tc: 0, bottom: true, ttl: 255 }])
    label[11] = 1
    expect(read(exceeded(Buffer.concat([Buffer.alloc(128 - quoted.length), label])))).toEqual([])
  })

  it('never throw, whatever somebody sends', () => {
    const anything = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    const damaged = fc
      .tuple(
        fc.constantFrom(exceeded(Buffer.alloc(160, 0x20)), exceeded(Buffer.alloc(0), 200)),
        fc.nat(220),
        fc.nat(255),
        fc.nat(220),
      )
      .map(([packet, at, value, end]) => {
        const copy = Buffer.from(packet)
        copy[at % copy.length] = value
        return copy.subarray(0, end)
      })
    fc.assert(
      fc.property(fc.constantFrom(4, 6), fc.oneof(anything, damaged), (version, packet) => {
        const message = readRawIcmp(version, packet)
        if (message?.kind === 'error') expect(message.quoted.transport.length).toBeGreaterThanOrEqual(8)
      }),
      { numRuns: 3000 },
    )
  })
})

it('a clock that was set meanwhile does not change what was measured', () => {
  expect(roundTripMs(1000, 1012.5, 13)).toBe(12.5)
  expect(roundTripMs(1000, 400, 13)).toBe(13)
  expect(roundTripMs(1000, 90_000, 13)).toBe(13)
})

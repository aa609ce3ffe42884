import { formatAddress, type IpVersion } from './address.ts'
import { checksumOf, sumOf } from './checksum.ts'

const types = {
  4: { request: 8, reply: 0, unreachable: 3, timeExceeded: 11 },
  6: { request: 128, reply: 129, unreachable: 1, tooBig: 2, timeExceeded: 3 },
} as const

/** A label that a router found on the packet. */
export interface MplsLabel {
  readonly label: number
  /** traffic class */
  readonly tc: number
  readonly bottom: boolean
  readonly ttl: number
}

/** Why a packet cannot get there. */
export type Unreachable = 'network' | 'host' | 'protocol' | 'port' | 'prohibited' | 'other'

const unreachable4: readonly Unreachable[] = [
  'network',
  'host',
  'protocol',
  'port',
  'other',
  'other',
  'network',
  'host',
]
const prohibited4 = [9, 10, 13]
const unreachable6: readonly Unreachable[] = ['network', 'prohibited', 'other', 'host', 'port', 'prohibited', 'network']

/** What a router or host reports about a packet. */
export type PacketError =
  | { readonly kind: 'time_exceeded' }
  | { readonly kind: 'too_big'; readonly mtu: number }
  | { readonly kind: 'unreachable'; readonly reason: Unreachable }

/** Reads type and code of an ICMP message; undefined for others, such as a reply. */
export function readPacketError(
  version: IpVersion,
  { type, code }: { readonly type: number; readonly code: number },
  mtu: number,
): PacketError | undefined {
  const { timeExceeded, unreachable } = types[version]
  if (type === timeExceeded) return code === 0 ? { kind: 'time_exceeded' } : undefined
  if (version === 6 && type === types[6].tooBig) return { kind: 'too_big', mtu }
  if (type !== unreachable) return undefined
  if (version === 6) return { kind: 'unreachable', reason: unreachable6[code] ?? 'other' }
  if (code === 4) return { kind: 'too_big', mtu }
  return { kind: 'unreachable', reason: prohibited4.includes(code) ? 'prohibited' : (unreachable4[code] ?? 'other') }
}

/** The beginning of the packet that an error is about. */
export interface QuotedPacket {
  readonly protocol: number
  readonly destination: string
  /** identification of the IPv4 header; 0 for IPv6 */
  readonly identification: number
  /** at least eight bytes of what follows the IP header */
  readonly transport: Buffer
}

/** An ICMP message. */
export type IcmpMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly sequence: number; readonly payload: Buffer }
  | {
      readonly kind: 'error'
      readonly error: PacketError
      readonly quoted: QuotedPacket
      readonly labels: readonly MplsLabel[]
    }

/** An echo request without checksum; the kernel adds it for IPv6 and for datagram sockets. */
export function encodeEcho(version: IpVersion, id: number, sequence: number, payload: Uint8Array): Buffer {
  const packet = Buffer.alloc(8 + payload.length)
  packet[0] = types[version].request
  packet.writeUInt16BE(id, 4)
  packet.writeUInt16BE(sequence, 6)
  packet.set(payload, 8)
  if (version === 4) packet.writeUInt16BE(checksumOf(packet), 2)
  return packet
}

/** An IPv4 packet without its header; undefined if it is cut. */
function payload4(bytes: Buffer): Buffer | undefined {
  const length = ((bytes[0] ?? 0) & 0x0f) * 4
  return length >= 20 && bytes.length >= length ? bytes.subarray(length) : undefined
}

const minQuotedBytes = 8

function readQuoted(version: IpVersion, bytes: Buffer): QuotedPacket | undefined {
  if (version === 6) {
    const transport = bytes.subarray(40)
    if (transport.length < minQuotedBytes) return undefined
    return {
      protocol: bytes[6] ?? 0,
      destination: formatAddress(bytes.subarray(24, 40)),
      identification: 0,
      transport,
    }
  }
  const transport = payload4(bytes)
  if (!transport || transport.length < minQuotedBytes) return undefined
  return {
    protocol: bytes[9] ?? 0,
    destination: formatAddress(bytes.subarray(16, 20)),
    identification: bytes.readUInt16BE(4),
    transport,
  }
}

/** Where extensions begin if the sender does not say how long the quoted packet is. */
const customaryQuotedBytes = 128
const maxLabels = 10

/** The MPLS labels of an error (RFC 4884 and 4950). `message` is the whole ICMP message. */
function readLabels(version: IpVersion, message: Buffer): MplsLabel[] {
  const length = version === 4 ? (message[5] ?? 0) * 4 : (message[4] ?? 0) * 8
  const extensions = message.subarray(8 + (length || customaryQuotedBytes))
  if (extensions.length < 8 || (extensions[0] ?? 0) >> 4 !== 2) return []
  // Without a length, what looks like extensions may be the end of a long quoted packet: the checksum decides.
  const hasChecksum = extensions.readUInt16BE(2) !== 0
  if ((hasChecksum || length === 0) && sumOf(extensions) !== 0xffff) return []
  const labels: MplsLabel[] = []
  for (let at = 4; at + 4 <= extensions.length; ) {
    const size = extensions.readUInt16BE(at)
    if (size < 4 || at + size > extensions.length) break
    const isMpls = extensions[at + 2] === 1 && extensions[at + 3] === 1
    for (let entry = at + 4; isMpls && entry + 4 <= at + size && labels.length < maxLabels; entry += 4) {
      const bits = extensions.readUInt32BE(entry)
      labels.push({ label: bits >>> 12, tc: (bits >>> 9) & 7, bottom: (bits & 0x100) !== 0, ttl: bits & 0xff })
    }
    at += size
  }
  return labels
}

/** Reads an ICMP message without its IP header; undefined for other types and for cut or malformed ones. */
export function readIcmp(version: IpVersion, message: Buffer): IcmpMessage | undefined {
  if (message.length < 8) return undefined
  const [type = 0, code = 0] = message
  if (type === types[version].reply) {
    return {
      kind: 'reply',
      id: message.readUInt16BE(4),
      sequence: message.readUInt16BE(6),
      payload: message.subarray(8),
    }
  }
  const error = readPacketError(
    version,
    { type, code },
    version === 4 ? message.readUInt16BE(6) : message.readUInt32BE(4),
  )
  const quoted = error && readQuoted(version, message.subarray(8))
  return quoted && { kind: 'error', error, quoted, labels: readLabels(version, message) }
}

/** Reads what a raw ICMP socket receives. */
export function readRawIcmp(version: IpVersion, packet: Buffer): IcmpMessage | undefined {
  const message = version === 4 ? payload4(packet) : packet
  return message && readIcmp(version, message)
}

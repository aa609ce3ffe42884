import { isIPv6 } from 'node:net'

/** The numbers of Linux. */
export const families = { 4: 2, 6: 10 } as const
/** 4 or 6 */
export type IpVersion = keyof typeof families

/** The version of a valid address. */
export const versionOf = (address: string): IpVersion => (isIPv6(address) ? 6 : 4)

/** The 4 or 16 bytes of a valid address without a zone. */
export function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const groupOf = (high = '', low = '') => (Number(high) * 256 + Number(low)).toString(16)
  const text = dotted ? `${dotted[1]}${groupOf(dotted[2], dotted[3])}:${groupOf(dotted[4], dotted[5])}` : address
  const [head = [], tail] = text.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head
  const bytes = Buffer.alloc(16)
  for (const [i, group] of groups.entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), i * 2)
  return bytes
}

/** The address in its usual notation. */
export function formatAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[i * 2] ?? 0) * 256 + (bytes[i * 2 + 1] ?? 0)).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/** An address with a port, as the kernel takes it. */
export function encodeSocketAddress(address: string, port: number): Buffer {
  const version = versionOf(address)
  const encoded = Buffer.alloc(version === 4 ? 16 : 28)
  encoded.writeUInt16LE(families[version], 0)
  encoded.writeUInt16BE(port, 2)
  addressBytes(address).copy(encoded, version === 4 ? 4 : 8)
  return encoded
}

/** The address and port that the kernel gives; undefined if it gives none. */
export function decodeSocketAddress(encoded: Buffer): { readonly address: string; readonly port: number } | undefined {
  const family = encoded.readUInt16LE(0)
  if (family !== families[4] && family !== families[6]) return undefined
  const bytes = family === families[4] ? encoded.subarray(4, 8) : encoded.subarray(8, 24)
  return { address: formatAddress(bytes), port: encoded.readUInt16BE(2) }
}

/** The address in its usual notation; an IPv4 address that is written as IPv6 becomes IPv4. */
export function normalizeAddress(address: string): string {
  const bytes = addressBytes(address)
  const isMapped = bytes.length === 16 && bytes.readUIntBE(4, 6) === 0 && bytes.readUInt32BE(0) === 0
  return formatAddress(isMapped && bytes.readUInt16BE(10) === 0xffff ? bytes.subarray(12) : bytes)
}

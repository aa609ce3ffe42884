import { addressBytes } from './address.ts'

/** The sum of big-endian words in one's complement, as all checksums of IP have it. */
export function sumOf(bytes: Uint8Array, start = 0): number {
  let sum = start
  for (let i = 0; i < bytes.length; i += 2) sum += ((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return sum
}

/** The checksum of bytes whose checksum field is zero. */
export const checksumOf = (bytes: Uint8Array, start = 0): number => ~sumOf(bytes, start) & 0xffff

/** The checksum of a UDP or TCP packet whose checksum field is zero. */
export function transportChecksum(source: string, destination: string, protocol: number, packet: Uint8Array): number {
  const addresses = Buffer.concat([addressBytes(source), addressBytes(destination)])
  const checksum = checksumOf(packet, sumOf(addresses) + protocol + packet.length)
  // Zero means that there is none.
  return checksum === 0 ? 0xffff : checksum
}

import { endianness } from 'node:os'

const isLittle = endianness() === 'LE'

/** An address as the kernel writes it into files of `/proc/net` that use the byte order of the host in words of 32 bits. */
export function wordsToAddress(hex: string): string {
  const words = hex.match(/.{8}/g) ?? []
  const bytes = words.flatMap((word) => {
    const pairs = (word.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
    return isLittle ? pairs.reverse() : pairs
  })
  return bytes.length === 4 ? bytes.join('.') : bytesToIpv6(bytes)
}

export const bytesToIpv6 = (bytes: readonly number[]): string =>
  Array.from({ length: 8 }, (_, i) => ((bytes[i * 2] ?? 0) * 256 + (bytes[i * 2 + 1] ?? 0)).toString(16)).join(':')

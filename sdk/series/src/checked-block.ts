import { crc32 } from 'node:zlib'

/** Length of the checksum at the end of a block. */
export const checksumBytes = 4

/** A block of these parts, the first byte of which is its version, and a checksum of them. */
export function makeBlock(parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const sum = Buffer.alloc(checksumBytes)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([content, sum])
}

/** A block without its checksum. Throws if it has another version or any byte has changed. */
export function checkedContent(block: Uint8Array, version: number): Uint8Array {
  if (block[0] !== version) throw new Error(`unsupported block version ${block[0]}; supported: ${version}`)
  if (block.length <= checksumBytes) throw new Error('corrupt block: too short')
  const content = block.subarray(0, -checksumBytes)
  const sum = new DataView(block.buffer, block.byteOffset).getUint32(content.length)
  if (crc32(content) !== sum) throw new Error('corrupt block: checksum mismatch')
  return content
}

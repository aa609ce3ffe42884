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

/** Some bytes of a block have changed since it was written: what it contained is lost. */
export class DamagedBlock extends Error {}

/** A block without its checksum. Throws `DamagedBlock` if any byte has changed, and another error if it has another version. */
export function checkedContent(block: Uint8Array, version: number): Uint8Array {
  if (block.length <= checksumBytes) throw new DamagedBlock('the block is too short')
  const content = block.subarray(0, -checksumBytes)
  const sum = new DataView(block.buffer, block.byteOffset).getUint32(content.length)
  if (crc32(content) !== sum) throw new DamagedBlock('the checksum of the block is wrong')
  if (content[0] !== version) throw new Error(`unsupported block version ${content[0]}; supported: ${version}`)
  return content
}

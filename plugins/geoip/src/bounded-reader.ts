import { Reader, type Response } from 'maxmind'
import { checkDecodedSize } from './check-decoded-size.ts'

const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')
/** maximum size of the metadata section, including its marker */
const maxMetadataBytes = 128 * 1024
/** zero bytes between the search tree and the data section */
const separatorBytes = 16

/**
 * Offset of the metadata section. Searches like the reader does, so that both find the same offset, but only in the last
 * 128 KiB.
 */
function findMetadata(bytes: Buffer): number {
  const end = Math.max(0, bytes.length - maxMetadataBytes)
  let found = 0
  for (let at = bytes.length - 2; at >= end; at--) {
    found = bytes[at] === marker[marker.length - 1 - found] ? found + 1 : 0
    if (found === marker.length) return at + found
  }
  throw new RangeError('the marker of a MaxMind DB file is missing')
}

export interface BoundedReader {
  readonly metadata: Pick<Reader<Response>['metadata'], 'databaseType' | 'ipVersion' | 'buildEpoch'>
  /** Throws for a record that is damaged or too large. */
  get(address: string): unknown
}

/**
 * A reader for untrusted files. The decoder follows all pointers, so a few hundred bytes can expand without limit; the size
 * of every record is checked before it is decoded.
 */
export function makeBoundedReader(bytes: Buffer): BoundedReader {
  const start = findMetadata(bytes)
  checkDecodedSize(bytes, start, start)
  let isChecked = false
  const reader = new Reader<Response>(bytes, {
    // Not a cache: the reader calls get() with the offset of a record right before it decodes it.
    cache: {
      get(at) {
        if (!isChecked) checkDecodedSize(bytes, Number(at), reader.metadata.searchTreeSize + separatorBytes)
        isChecked = true
        return undefined
      },
      set() {},
    },
  })
  return {
    metadata: reader.metadata,
    get(address) {
      isChecked = false
      return reader.get(address)
    },
  }
}

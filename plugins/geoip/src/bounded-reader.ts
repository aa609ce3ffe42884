import { Reader, type Response } from 'maxmind'
import { weigh } from './weigh.ts'

const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')
/** the format allows the description, marker included, no more */
const mostDescription = 128 * 1024
/** bytes of zeroes between the tree and the records */
const separator = 16

/**
 * Where the description starts. Step by step as the reader looks for it, so that both find the same place, but not
 * through the whole of a file that has none.
 */
function descriptionAt(bytes: Buffer): number {
  const end = Math.max(0, bytes.length - mostDescription)
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
 * A reader for files that anybody may have made. The decoder follows pointers wherever they lead, and a few hundred
 * bytes can unfold to more than any machine works off: whatever is decoded is weighed before.
 */
export function makeBoundedReader(bytes: Buffer): BoundedReader {
  const start = descriptionAt(bytes)
  weigh(bytes, start, start)
  let weighed = false
  const reader = new Reader<Response>(bytes, {
    // Nothing is kept: the reader asks here with the place of a record right before it decodes it.
    cache: {
      get(at) {
        if (!weighed) weigh(bytes, Number(at), reader.metadata.searchTreeSize + separator)
        weighed = true
        return undefined
      },
      set() {},
    },
  })
  return {
    metadata: reader.metadata,
    get(address) {
      weighed = false
      return reader.get(address)
    },
  }
}

import { Readable } from 'node:stream'
import type { HistoryJson } from './history.ts'

async function* concat(first: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield first
  yield* rest
}

/** The body of a response: bytes, or a stream that reads the next part when the client has taken the one before. */
export const bodyOf = ({ bytes, rest }: Pick<HistoryJson, 'bytes' | 'rest'>): Uint8Array | Readable =>
  rest ? Readable.from(concat(bytes, rest), { objectMode: false, highWaterMark: 1 }) : bytes

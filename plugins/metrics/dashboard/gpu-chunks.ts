import { type AbsoluteRange, ApiError } from '@svc/dashboard-sdk'
import type { GpuRecord } from './device-model.ts'

const hour = 3600
/** Fits the records of a host with eight devices into one response. */
const maxChunkSeconds = 7 * 24 * hour

type Read = (span: AbsoluteRange) => Promise<readonly GpuRecord[]>

/** Reads the records of a span, ends inclusive, in chunks. Chunks that are too large are split in half. */
export async function readInChunks(
  span: AbsoluteRange,
  read: Read,
  take: Parameters<typeof readOrSplit>[1],
): Promise<void> {
  for (let from = span.from; from <= span.to; from += maxChunkSeconds) {
    await readOrSplit({ from, to: Math.min(span.to, from + maxChunkSeconds - 1) }, take, read)
  }
}

async function readOrSplit(
  span: AbsoluteRange,
  take: (records: readonly GpuRecord[]) => void,
  read: Read,
): Promise<void> {
  try {
    take(await read(span))
  } catch (error) {
    const isTooMuch = error instanceof ApiError && error.status === 422
    if (!isTooMuch || span.to - span.from < hour) throw error
    const middle = Math.floor((span.from + span.to) / 2)
    await readOrSplit({ from: span.from, to: middle }, take, read)
    await readOrSplit({ from: middle + 1, to: span.to }, take, read)
  }
}

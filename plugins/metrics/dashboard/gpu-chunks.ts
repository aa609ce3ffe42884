import { type AbsoluteRange, ApiError } from '@svc/dashboard-sdk'
import type { GpuRecord } from './device-model.ts'

const hour = 3600
/** Seconds of one answer: the records of a host with eight devices fit. */
const longest = 7 * 24 * hour

type Read = (span: AbsoluteRange) => Promise<readonly GpuRecord[]>

/** Reads the records of any span, ends inclusive, one answer after the other; of what is too much the halves. */
export async function readParts(span: AbsoluteRange, read: Read, take: Parameters<typeof each>[1]): Promise<void> {
  for (let from = span.from; from <= span.to; from += longest) {
    await each({ from, to: Math.min(span.to, from + longest - 1) }, take, read)
  }
}

async function each(span: AbsoluteRange, take: (records: readonly GpuRecord[]) => void, read: Read): Promise<void> {
  try {
    take(await read(span))
  } catch (failure) {
    const isTooMuch = failure instanceof ApiError && failure.status === 422
    if (!isTooMuch || span.to - span.from < hour) throw failure
    const middle = Math.floor((span.from + span.to) / 2)
    await each({ from: span.from, to: middle }, take, read)
    await each({ from: middle + 1, to: span.to }, take, read)
  }
}

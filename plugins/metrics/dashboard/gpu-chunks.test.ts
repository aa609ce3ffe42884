import { type AbsoluteRange, ApiError } from '@svc/dashboard-sdk'
import { describe, expect, it } from 'vitest'
import type { GpuRecord } from './device-model.ts'
import { readInChunks } from './gpu-csv.ts'

const day = 86_400
const tooMuch = new ApiError(422, 'VALIDATION_ERROR', 'too many')

/** A server with one record per second of `span`, that returns at maxSeconds `maxSeconds` seconds per request. */
function serverOf(maxSeconds: number, error: ApiError = tooMuch) {
  const asked: AbsoluteRange[] = []
  const read = async (span: AbsoluteRange): Promise<readonly GpuRecord[]> => {
    asked.push(span)
    if (span.to - span.from + 1 > maxSeconds) throw error
    return [{ time: `${span.from}-${span.to}` }]
  }
  return { asked, read }
}

async function taken(span: AbsoluteRange, maxSeconds: number) {
  const { read } = serverOf(maxSeconds)
  const parts: number[][] = []
  await readInChunks(span, read, (records) => {
    for (const { time } of records) parts.push(time.split('-').map(Number))
  })
  return parts
}

describe('GPU records in chunks', () => {
  it.each([
    [{ from: 0, to: 3600 }, 400 * day],
    [{ from: 100, to: 100 + 31 * day }, 400 * day],
    [{ from: 100, to: 100 + 31 * day }, 2 * day],
    [{ from: 7, to: 7 + 400 * day }, day],
  ])('of %j are all of them, each once, when %i seconds are given at once', async (span, maxSeconds) => {
    const parts = await taken(span, maxSeconds)
    expect(parts[0]?.[0]).toBe(span.from)
    expect(parts.at(-1)?.[1]).toBe(span.to)
    for (let i = 1; i < parts.length; i++) expect(parts[i]?.[0]).toBe((parts[i - 1]?.[1] ?? 0) + 1)
  })

  it('fail if a chunk fails, or an hour has too many records', async () => {
    const { asked, read } = serverOf(0, new ApiError(503, 'PLUGIN_FAILED', 'no'))
    await expect(readInChunks({ from: 0, to: day }, read, () => {})).rejects.toMatchObject({ status: 503 })
    expect(asked).toHaveLength(1)
    await expect(readInChunks({ from: 0, to: day }, serverOf(60).read, () => {})).rejects.toBe(tooMuch)
  })
})

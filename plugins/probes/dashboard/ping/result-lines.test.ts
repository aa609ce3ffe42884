import type { PingSeries } from '@svc/plugin-probes/contract'
import { expect, it } from 'vitest'
import { maxLines, resultLines } from './result-lines.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const seconds = (minute: number) => Date.parse(at(minute)) / 1000
const series = (id: string, ...latencies: readonly (number | null)[]): PingSeries => ({
  server_id: id,
  server_name: id.toUpperCase(),
  points: latencies.map((avg_latency, minute) => ({
    time: at(minute),
    avg_latency,
    max_latency: avg_latency,
    sent: 2,
    failed: avg_latency === null ? 2 : 0,
  })),
})

it('puts all servers on one time axis, with a gap for a missing reply', () => {
  const { times, lines, gapAfter, sent, failed } = resultLines(
    [series('a', 1, null, 3), series('b', 5, 6)],
    undefined,
    60,
  )
  expect(times).toEqual([0, 1, 2].map(seconds))
  expect(lines).toEqual([
    { id: 'a', name: 'A', values: [1, null, 3] },
    { id: 'b', name: 'B', values: [5, 6, null] },
  ])
  expect({ gapAfter, sent, failed }).toEqual({ gapAfter: 150, sent: 10, failed: 2 })
})

it('shows one server, or the slowest and unreachable ones of too many', () => {
  const many = Array.from({ length: maxLines + 2 }, (_, i) => series(`s${i}`, i === 3 ? null : i))
  expect(resultLines(many, 's5', 60).lines.map(({ id }) => id)).toEqual(['s5'])
  const ids = resultLines(many, undefined, 60).lines.map(({ id }) => id)
  expect(ids).toHaveLength(maxLines)
  expect(ids[0]).toBe('s3')
  expect(ids).not.toContain('s0')
  expect(resultLines([], undefined, 60)).toMatchObject({ times: [], lines: [], sent: 0 })
})

it('connects over one empty step, but not over two or a lost ping', () => {
  const sent = [1, 0, 2, 0, 0, 1, 1, 0]
  const [line] = resultLines(
    [
      {
        server_id: 'a',
        server_name: 'A',
        points: sent.map((sent, minute) => {
          const latency = sent === 0 || minute === 5 ? null : 20
          const failed = minute === 5 ? 1 : 0
          return { time: at(minute), avg_latency: latency, max_latency: latency, sent, failed }
        }),
      },
    ],
    undefined,
    60,
  ).lines
  expect(line?.values).toEqual([20, undefined, 20, null, null, null, 20, null])
})

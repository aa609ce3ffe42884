import type { CsvCell } from '@svc/dashboard-sdk'
import { toIsoTime } from '@svc/dashboard-sdk'
import type { Rounds } from './round.ts'

const head = [
  'timestamp',
  'target',
  'avg_latency_ms',
  'min_latency_ms',
  'max_latency_ms',
  'packet_loss',
  'packet_sent',
  'packet_received',
]

/** A row per round, sorted by time; loss is a fraction, as in the API. */
export function networkCsv(rounds: Rounds, nameOf: (targetId: string) => string): readonly (readonly CsvCell[])[] {
  const rows = [...rounds].flatMap(([id, list]) => list.map((round) => ({ name: nameOf(id), round })))
  rows.sort((a, b) => a.round.time - b.round.time)
  return [
    head,
    ...rows.map(({ name, round }) => [
      toIsoTime(round.time),
      name,
      round.avg,
      round.min,
      round.max,
      round.loss,
      round.sent,
      round.received,
    ]),
  ]
}

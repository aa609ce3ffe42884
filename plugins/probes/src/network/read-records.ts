import { type OffloadContext, toTimestamp } from '@svc/plugin-sdk'
import { numbersStore } from '../numbers-store.ts'
import { hourSeconds, networkTables } from '../rounds/keys.ts'
import { hoursReader, roundsReader, type Span } from '../rounds/reading.ts'
import { lossOf, type Round } from '../rounds/round.ts'
import { inSteps, stepFor } from '../rounds/steps.ts'
import type { NetworkRecord } from './network-schema.ts'

export interface RecordsInput extends Span {
  readonly serverId: string
  readonly tier: 'raw' | 'hourly'
  /** number of a target; all of them when it is not said */
  readonly target?: number | undefined
}

/** Records of one answer; of more there is one per step that is long enough. */
export const mostRecords = 10_000
const minute = 60

const recordOf = (server_id: string, target_id: string, round: Round): NetworkRecord => ({
  server_id,
  target_id,
  timestamp: toTimestamp(round.at),
  avg_latency: round.avg,
  min_latency: round.min,
  max_latency: round.max,
  packet_loss: lossOf(round),
  packet_sent: round.sent,
  packet_received: round.received,
})

function combined(all: ReadonlyMap<number, readonly Round[]>, { from, to, tier }: RecordsInput) {
  const count = [...all.values()].reduce((sum, rounds) => sum + rounds.length, 0)
  if (count <= mostRecords) return all
  const step = stepFor(to - from, Math.floor(mostRecords / all.size), tier === 'raw' ? minute : hourSeconds)
  return new Map([...all].map(([number, rounds]) => [number, [...inSteps(rounds, step)].map(({ round }) => round)]))
}

/** Runs in the maintenance worker: the records of a server as the JSON of an answer, ascending by time. */
export default ({ db, log }: OffloadContext, input: RecordsInput): Uint8Array => {
  const options = { log, wanted: input.target === undefined ? undefined : new Set([input.target]) }
  const read =
    input.tier === 'raw' ? roundsReader(db, networkTables, options).all : hoursReader(db, networkTables, options)
  const numbers = numbersStore(db)
  const records = [...combined(read(input), input)].flatMap(([number, rounds]) => {
    const id = numbers.idOf(number)
    return id === undefined ? [] : rounds.map((round) => recordOf(input.serverId, id, round))
  })
  records.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0))
  return new Uint8Array(Buffer.from(JSON.stringify({ data: records })))
}

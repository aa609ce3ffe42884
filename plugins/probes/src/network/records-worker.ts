import { type OffloadContext, toTimestamp } from '@svc/plugin-sdk'
import { numbersStore } from '../numbers-store.ts'
import { inSteps, lossOf, type Round, stepFor } from '../rounds/round.ts'
import { hoursReader, type RoundRange, roundsReader } from '../rounds/rounds-reader.ts'
import { hourSeconds, networkTables } from '../rounds/tables.ts'
import type { NetworkRecord } from './network-schema.ts'

export interface RecordsInput extends RoundRange {
  readonly serverId: string
  readonly tier: 'raw' | 'hourly'
  /** number of a target; default: all */
  readonly target?: number | undefined
}

/** Limit of one response; more records are aggregated into steps. */
export const maxRecords = 10_000
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
  if (count <= maxRecords) return all
  const step = stepFor(to - from, Math.floor(maxRecords / all.size), tier === 'raw' ? minute : hourSeconds)
  return new Map([...all].map(([number, rounds]) => [number, [...inSteps(rounds, step)].map(({ round }) => round)]))
}

/** Runs in the maintenance worker and returns the records of a server as JSON, ascending by time. */
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

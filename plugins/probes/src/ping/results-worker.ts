import type { OffloadContext } from '@svc/plugin-sdk'
import { toTimestamp } from '@svc/plugin-sdk'
import { packKey } from '@svc/series'
import type { Round } from '../rounds/round.ts'
import { inSteps, type Step, stepFor } from '../rounds/round.ts'
import { roundsReader } from '../rounds/rounds-reader.ts'
import { pingTables } from '../rounds/tables.ts'
import type { PingRecord, PingSeries } from './ping-schema.ts'

export interface PingServer {
  readonly id: string
  readonly name: string
  readonly number: number
}

export interface PingsInput {
  readonly what: 'records' | 'series'
  readonly taskId: string
  /** number of the task */
  readonly task: number
  readonly servers: readonly PingServer[]
  readonly from: number
  readonly to: number
  /** seconds between pings of a server */
  readonly interval: number
}

/** Limit of one response; more records are aggregated into steps. */
export const maxRecords = 10_000
const maxPoints = 30_000
const points = { least: 30, most: 300 }

type Results = (server: PingServer) => Iterable<Round>

/** Reads results lazily: those of the whole fleet may not fit into memory. */
function resultsOf({ db, log }: OffloadContext, { task, from, to }: PingsInput): Results {
  const { hours } = roundsReader(db, pingTables, { log, wanted: new Set([task]) })
  return function* (server) {
    for (const [, series] of hours({ server: server.number, from, to })) {
      for (const round of series.get(task) ?? []) if (round.at >= from && round.at <= to) yield round
    }
  }
}

function recordOf(task_id: string, server: PingServer, { round, error }: Step): PingRecord {
  return {
    id: packKey(round.at, server.number),
    task_id,
    server_id: server.id,
    latency: round.avg,
    success: round.received === round.sent,
    error,
    time: toTimestamp(round.at),
  }
}

/** All results; undefined if there are too many. */
function allRecords({ taskId, servers }: PingsInput, results: Results): PingRecord[] | undefined {
  const records: PingRecord[] = []
  for (const server of servers) {
    for (const round of results(server)) {
      if (records.length === maxRecords) return undefined
      records.push(recordOf(taskId, server, { round, error: round.error }))
    }
  }
  return records
}

function aggregatedRecords({ taskId, servers, from, to, interval }: PingsInput, results: Results): PingRecord[] {
  const step = stepFor(to - from, Math.floor(maxRecords / servers.length), interval)
  return servers.flatMap((server) => [...inSteps(results(server), step)].map((one) => recordOf(taskId, server, one)))
}

function series({ servers, from, to, interval }: PingsInput, results: Results): PingSeries[] {
  const most = Math.max(points.least, Math.min(points.most, Math.floor(maxPoints / servers.length)))
  const step = stepFor(to - from, most, interval)
  return servers.flatMap((server): PingSeries[] => {
    const known = new Map([...inSteps(results(server), step)].map(({ round }) => [round.at, round]))
    if (known.size === 0) return []
    const all: PingSeries['points'] = []
    for (let at = Math.floor(from / step) * step; at <= to; at += step) {
      const { avg = null, max = null, sent = 0, received = 0 } = known.get(at) ?? {}
      all.push({ time: toTimestamp(at), avg_latency: avg, max_latency: max, sent, failed: sent - received })
    }
    return [{ server_id: server.id, server_name: server.name, points: all }]
  })
}

/** Runs in the maintenance worker and returns the results of a ping task as JSON. */
export default (context: OffloadContext, input: PingsInput): Uint8Array => {
  const results = resultsOf(context, input)
  if (input.what === 'series') return bytesOf(series(input, results))
  const records = allRecords(input, results) ?? aggregatedRecords(input, results)
  return bytesOf(records.sort((a, b) => a.id - b.id))
}

const bytesOf = (answer: unknown) => new Uint8Array(Buffer.from(JSON.stringify({ data: answer })))

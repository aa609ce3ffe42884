import { fromTimestamp } from '@svc/plugin-sdk'
import type { Payload } from '@svc/protocol'
import type { Round } from '../rounds/round.ts'
import type { NetworkProbeResult, PingResult } from '../wire.ts'

const maxLatencyMs = 600_000
const maxPackets = 1000
const maxErrorLength = 200

const latency = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? Math.round(Math.min(value, maxLatencyMs) * 1000) / 1000
    : null

const none = { avg: null, min: null, max: null } as const

/** Enforces min <= avg <= max; only the average is required. */
function latencies(result: NetworkProbeResult): Pick<Round, 'avg' | 'min' | 'max'> {
  const avg = latency(result.avg_latency)
  if (avg === null) return none
  return {
    avg,
    min: Math.min(avg, latency(result.min_latency) ?? avg),
    max: Math.max(avg, latency(result.max_latency) ?? avg),
  }
}

/** A round to store. The reported loss is ignored: it follows from the packets sent and received. */
export function toRound(result: NetworkProbeResult, at: number): Round {
  const sent = Math.min(Math.max(1, result.packet_sent), maxPackets)
  const received = Math.min(result.packet_received, sent)
  return { at, ...(received > 0 ? latencies(result) : none), sent, received, rounds: 1, error: null }
}

/** On one line, without control and formatting characters. */
const toPlainText = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, maxErrorLength)
    .replace(/[\ud800-\udbff]$/, '')

/** A ping to store. A failed one may still have a latency, for example with an HTTP error. */
export function toPingRound({ latency: reported, success, error }: Payload<typeof PingResult>, at: number): Round {
  const value = success || reported > 0 ? latency(reported) : null
  return {
    at,
    avg: value,
    min: value,
    max: value,
    sent: 1,
    received: success ? 1 : 0,
    rounds: 1,
    error: success ? null : toPlainText(error ?? '') || 'failed',
  }
}

/**
 * The times of a batch of results, epoch seconds. Host clocks are not trusted: the newest result gets the time of arrival,
 * and the others keep their distance to it, up to `maxAge`.
 */
export function toReceivedTimes(timestamps: readonly string[], receivedAt: number, maxAge: number): number[] {
  const reported = timestamps.map(fromTimestamp)
  const newest = reported.reduce<number>((a, b) => Math.max(a, b ?? a), Number.NEGATIVE_INFINITY)
  return reported.map((at) => {
    const before = at === undefined ? 0 : newest - at
    return receivedAt - (before <= maxAge ? before : 0)
  })
}

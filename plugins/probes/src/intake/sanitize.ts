import { fromTimestamp } from '@svc/plugin-sdk'
import type { NetworkProbeResult, Payload, PingResult } from '@svc/protocol'
import type { Round } from '../rounds/round.ts'

/** milliseconds; nothing that waits longer for an answer is told of one */
const longest = 600_000
const mostPackets = 1000
const longestError = 200

const latency = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? Math.round(Math.min(value, longest) * 1000) / 1000
    : null

const none = { avg: null, min: null, max: null } as const

/** Least, mean and most in that order, whatever the agent says; only the mean has to be there. */
function latencies(result: NetworkProbeResult): Pick<Round, 'avg' | 'min' | 'max'> {
  const avg = latency(result.avg_latency)
  if (avg === null) return none
  return {
    avg,
    min: Math.min(avg, latency(result.min_latency) ?? avg),
    max: Math.max(avg, latency(result.max_latency) ?? avg),
  }
}

/** A round as it is stored. What is said of losses is not believed: it follows from what was sent and received. */
export function roundOf(result: NetworkProbeResult, at: number): Round {
  const sent = Math.min(Math.max(1, result.packet_sent), mostPackets)
  const received = Math.min(result.packet_received, sent)
  return { at, ...(received > 0 ? latencies(result) : none), sent, received, rounds: 1, error: null }
}

/** On one line, without what would change how a page reads. */
const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, longestError)
    .replace(/[\ud800-\udbff]$/, '')

/** A ping as it is stored. One that failed may still have been answered, by HTTP for example, and keeps its latency. */
export function pingOf({ latency: told, success, error }: Payload<typeof PingResult>, at: number): Round {
  const value = success || told > 0 ? latency(told) : null
  return {
    at,
    avg: value,
    min: value,
    max: value,
    sent: 1,
    received: success ? 1 : 0,
    rounds: 1,
    error: success ? null : plain(error ?? '') || 'failed',
  }
}

/**
 * When results that came together were measured, in epoch seconds. Clocks of hosts are not to be trusted, so the newest
 * counts as measured when it arrived, and the others as long before that as the host says, if that is at most `most`.
 */
export function timesOf(timestamps: readonly string[], receivedAt: number, most: number): number[] {
  const told = timestamps.map(fromTimestamp)
  const newest = told.reduce<number>((a, b) => Math.max(a, b ?? a), Number.NEGATIVE_INFINITY)
  return told.map((at) => {
    const before = at === undefined ? 0 : newest - at
    return receivedAt - (before <= most ? before : 0)
  })
}

import { type DetectorSource, maxSamplePorts } from '@svc/plugin-security/wire'
import type { Emit } from './event.ts'
import { networkOf } from './network.ts'
import { makeRecent } from './recent.ts'

const threshold = 20
const windowSeconds = 30
/** While a scan lasts, one event of this time says what has happened in it. */
const summarySeconds = 300
const maxSources = 10_000
/** Different ports of a source that are counted. */
const maxPorts = 4096

/** What an event will report. */
interface Attempts {
  /** the time of the latest attempt by port, oldest first */
  readonly ports: Map<number, number>
  count: number
  blocked: number
  startedAt: number
  endedAt: number
}

/** An address, or an IPv6 network. */
interface Source {
  /** the latest address */
  ip: string
  detectorSource: DetectorSource
  attempts: Attempts
  /** of the last event, while the scan lasts */
  reportedAt: number | undefined
}

/** Somebody tried to reach a port that is not in use, or that a firewall guards. */
export interface PortAttempt {
  readonly ip: string
  readonly port: number
  readonly at: number
  readonly isBlocked: boolean
}

const noAttempts = (): Attempts => ({ ports: new Map(), count: 0, blocked: 0, startedAt: 0, endedAt: 0 })

function add(attempts: Attempts, { port, at, isBlocked }: PortAttempt): void {
  const { ports } = attempts
  if (attempts.count === 0) attempts.startedAt = at
  attempts.endedAt = Math.max(attempts.endedAt, at)
  attempts.count += 1
  if (isBlocked) attempts.blocked += 1
  if (ports.size >= maxPorts && !ports.has(port)) return
  ports.delete(port)
  ports.set(port, at)
}

/** Forgets the ports that are older than the window. */
function forget(attempts: Attempts, at: number): Attempts {
  const recent = [...attempts.ports].filter(([, time]) => at - time <= windowSeconds)
  if (recent.length === attempts.ports.size) return attempts
  if (recent.length === 0) return noAttempts()
  return { ...attempts, ports: new Map(recent), count: recent.length, startedAt: recent[0]?.[1] ?? at }
}

/** Notices who tries many ports. */
export function makePortScan(emit: Emit) {
  const sources = makeRecent<Source>(maxSources)

  function report(source: Source, at: number): void {
    const { ip, detectorSource, attempts } = source
    const { ports, count, blocked, startedAt, endedAt } = attempts
    emit({
      event_type: 'port_scan',
      severity: 'high',
      source_ip: ip,
      source_port: null,
      username: null,
      started_at: startedAt,
      ended_at: endedAt,
      first_seen: false,
      detector_source: detectorSource,
      evidence: {
        kind: 'port_scan',
        distinct_ports: ports.size,
        sample_ports: [...ports.keys()].slice(0, maxSamplePorts),
        total_attempts: count,
        window_seconds: Math.max(windowSeconds, endedAt - startedAt),
        threshold,
        blocked_count: blocked,
      },
    })
    source.attempts = noAttempts()
    source.reportedAt = at
  }

  /** Reports a scan that goes on; one that does not is over. */
  function continueScan(key: string, source: Source, now: number): void {
    if (source.reportedAt === undefined || now - source.reportedAt < summarySeconds) return
    if (source.attempts.ports.size >= threshold) report(source, now)
    else sources.delete(key)
  }

  return {
    attempted(attempt: PortAttempt, detectorSource: DetectorSource) {
      const { ip, at } = attempt
      const key = networkOf(ip)
      const known = sources.get(key)
      if (known) continueScan(key, known, at)
      const source: Source = sources.get(key) ?? { ip, detectorSource, attempts: noAttempts(), reportedAt: undefined }
      sources.set(key, source)
      source.ip = ip
      source.detectorSource = detectorSource
      if (source.reportedAt === undefined) source.attempts = forget(source.attempts, at)
      add(source.attempts, attempt)
      if (source.reportedAt === undefined && source.attempts.ports.size >= threshold) report(source, at)
    },

    /** To be called every few seconds. */
    tick(now: number) {
      for (const [key, source] of sources.entries()) {
        if (source.reportedAt !== undefined) continueScan(key, source, now)
        else if (now - source.attempts.endedAt > windowSeconds) sources.delete(key)
      }
    },
  }
}

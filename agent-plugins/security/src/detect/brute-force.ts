import { type DetectorSource, maxSampleUsers, type Severity } from '@svc/plugin-security/wire'
import type { Fact } from '../facts/fact.ts'
import { type Emit, nameOf } from './event.ts'
import { networkOf } from './network.ts'
import { makeRecent } from './recent.ts'

const threshold = 10
const windowSeconds = 60
/** While an attack lasts, one event of this time says what has happened in it. */
const summarySeconds = 300
const maxSources = 10_000
const maxConnections = 10_000
/** Different users of an attack that are counted. */
const maxUsers = 1000

type Failure = Extract<Fact, { kind: 'failed' | 'ended' }>

interface Attempt {
  readonly at: number
  readonly user: string | null
  readonly isInvalidUser: boolean
  readonly count: number
  readonly connection: string | null
}

/** Failed attempts of an event. */
interface Summary {
  count: number
  readonly users: Set<string>
  invalidUsers: number
  startedAt: number
  endedAt: number
}

/** An address, or an IPv6 network. */
interface Source {
  /** the latest address */
  ip: string
  detectorSource: DetectorSource
  /** those of the last minute, while they are fewer than the threshold, and how many they stand for */
  attempts: Attempt[]
  count: number
  /** what has happened since the last event of an attack */
  attack: { readonly reportedAt: number; readonly since: Summary } | undefined
}

const makeSummary = (): Summary => ({ count: 0, users: new Set(), invalidUsers: 0, startedAt: 0, endedAt: 0 })

function addTo(summary: Summary, { at, user, isInvalidUser, count }: Attempt): void {
  if (summary.count === 0) summary.startedAt = at
  summary.endedAt = Math.max(summary.endedAt, at)
  summary.count += count
  if (isInvalidUser) summary.invalidUsers += count
  if (user !== null && summary.users.size < maxUsers) summary.users.add(user)
}

function severityOf(users: number): Severity {
  if (users >= 5) return 'critical'
  return users >= 2 ? 'high' : 'medium'
}

function keepAttempts(source: Source, keeps: (attempt: Attempt) => boolean): void {
  source.attempts = source.attempts.filter(keeps)
  source.count = source.attempts.reduce((sum, { count }) => sum + count, 0)
}

/** Notices who fails to sign in too often. */
export function makeBruteForce(emit: Emit) {
  const sources = makeRecent<Source>(maxSources)
  /** whether an attempt of a connection was counted for a password, or provisionally for its user name or keys */
  const connections = makeRecent<'password' | 'provisional'>(maxConnections)

  function report({ ip, detectorSource }: Source, summary: Summary): void {
    const users = [...summary.users]
    emit({
      event_type: 'ssh_brute_force',
      severity: severityOf(users.length),
      source_ip: ip,
      source_port: null,
      username: users.length === 1 ? (users[0] ?? null) : null,
      started_at: summary.startedAt,
      ended_at: summary.endedAt,
      first_seen: false,
      detector_source: detectorSource,
      evidence: {
        kind: 'ssh_brute_force',
        failed_count: summary.count,
        distinct_users: users.length,
        sample_users: users.slice(0, maxSampleUsers),
        invalid_user_count: summary.invalidUsers,
        window_seconds: Math.max(windowSeconds, summary.endedAt - summary.startedAt),
        threshold,
      },
    })
  }

  /** How many attempts a line adds to those that other lines of its connection have added. */
  function countOf(fact: Failure, times: number, connection: string | null): number {
    if (connection === null) return times
    const before = connections.get(connection)
    const isPassword = fact.kind === 'failed' && fact.by !== 'keys'
    connections.set(connection, isPassword ? 'password' : (before ?? 'provisional'))
    if (!isPassword) return before === undefined ? 1 : 0
    // The first wrong password is the attempt that was counted provisionally.
    return before === 'provisional' ? times - 1 : times
  }

  /** Reports an attack that goes on; one that does not is over. */
  function continueAttack(key: string, source: Source, now: number): void {
    if (!source.attack || now - source.attack.reportedAt < summarySeconds) return
    const { since } = source.attack
    if (since.count >= threshold) {
      report(source, since)
      source.attack = { reportedAt: now, since: makeSummary() }
    } else {
      sources.delete(key)
    }
  }

  return {
    failed(fact: Failure, times: number, at: number, detectorSource: DetectorSource) {
      const connection = fact.port === null ? null : `${fact.ip} ${fact.port}`
      const count = countOf(fact, times, connection)
      if (count === 0) return
      const { ip, isInvalidUser } = fact
      const user = fact.user === null ? null : nameOf(fact.user)
      const attempt: Attempt = { at, user, isInvalidUser, count, connection }
      const key = networkOf(ip)
      const known = sources.get(key)
      if (known) continueAttack(key, known, at)
      let source = sources.get(key)
      if (!source) {
        source = { ip, detectorSource, attempts: [], count: 0, attack: undefined }
        sources.set(key, source)
      }
      source.ip = ip
      source.detectorSource = detectorSource
      if (source.attack) return addTo(source.attack.since, attempt)
      if (at - (source.attempts[0]?.at ?? at) > windowSeconds) {
        keepAttempts(source, (each) => at - each.at <= windowSeconds)
      }
      source.attempts.push(attempt)
      source.count += count
      if (source.count < threshold) return
      const summary = makeSummary()
      for (const each of source.attempts) addTo(summary, each)
      report(source, summary)
      source.attempts = []
      source.count = 0
      source.attack = { reportedAt: at, since: makeSummary() }
    },

    /** Someone has signed in: keys that were refused before are no failed attempt. */
    signedIn(ip: string, port: number | null) {
      const connection = `${ip} ${port}`
      if (connections.get(connection) !== 'provisional') return
      const source = sources.get(networkOf(ip))
      if (source) keepAttempts(source, (each) => each.connection !== connection)
    },

    /** To be called every few seconds. */
    tick(now: number) {
      for (const [key, source] of sources.entries()) {
        if (source.attack) continueAttack(key, source, now)
        else if (now - (source.attempts.at(-1)?.at ?? 0) > windowSeconds) sources.delete(key)
      }
    },
  }
}

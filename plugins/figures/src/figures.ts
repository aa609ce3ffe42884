import { type Clock, type Logger, toSeconds } from '@svc/plugin-sdk'
import { type Figure, maxFigures, plainText } from '@svc/protocol'
import { minuteOf } from '@svc/series'
import type { FiguresStore, Series } from './figures-store.ts'

/** What a series had in the minute that is not stored yet. */
interface Minute {
  readonly series: Series
  sum: number
  count: number
}

interface Dependencies {
  readonly store: FiguresStore
  readonly clock: Clock
  readonly log: Logger
  /** a server without figures reported one */
  onFirst(serverId: string): void
}

/** A series that nobody reports any more gives its place to a new name. */
const staleSeconds = 86_400
/** Values of one server that are taken per minute; more are dropped. */
const maxPerMinute = 64 * 20

/** The figures of all servers: the last values, and what is stored with the next minute. */
export function makeFigures({ store, clock, log, onFirst }: Dependencies) {
  const byServer = new Map<string, Map<string, Series>>()
  for (const series of store.all()) seriesOf(series.serverId).set(series.name, series)
  const pending = new Map<number, Minute>()
  /** since the epoch, of what is pending */
  let pendingMinute = Number.NaN
  /** totals of counters, by series */
  const totals = new Map<number, { readonly total: number; readonly atMs: number }>()
  const taken = new Map<string, number>()
  const warned = new Set<string>()

  function seriesOf(serverId: string): Map<string, Series> {
    const known = byServer.get(serverId) ?? new Map<string, Series>()
    byServer.set(serverId, known)
    return known
  }

  /** Finds room for a new name; false if all are in use. */
  function makeRoom(series: Map<string, Series>, now: number): boolean {
    if (series.size < maxFigures) return true
    const oldest = [...series.values()].reduce((a, b) => (b.reportedAt < a.reportedAt ? b : a))
    if (now - oldest.reportedAt < staleSeconds) return false
    store.remove(oldest.id)
    for (const memory of [pending, totals]) memory.delete(oldest.id)
    return series.delete(oldest.name)
  }

  function find(serverId: string, { name, unit, kind }: Figure, now: number): Series | undefined {
    const series = seriesOf(serverId)
    const known = series.get(name)
    if (known) return known
    if (!makeRoom(series, now)) {
      if (!warned.has(serverId))
        log.warn({ server: serverId, max: maxFigures }, 'too many custom metrics; new names are dropped')
      warned.add(serverId)
      return undefined
    }
    const facts = { serverId, name, unit, kind, reportedAt: now }
    const created: Series = { ...facts, id: store.create(facts), value: null }
    series.set(name, created)
    if (series.size === 1) onFirst(serverId)
    return created
  }

  /** The value to store: for a counter its increase per second, and none after a restart of what counts. */
  function storedValue({ id }: Series, { kind, value }: Figure, nowMs: number): number | null {
    if (kind === 'gauge') return value
    const before = totals.get(id)
    if (before && nowMs <= before.atMs) return null
    totals.set(id, { total: value, atMs: nowMs })
    return before && value >= before.total ? ((value - before.total) * 1000) / (nowMs - before.atMs) : null
  }

  function write(): void {
    const at = pendingMinute * 60
    const minutes = [...pending.values()].map((one) => ({ ...one, at }))
    pending.clear()
    taken.clear()
    store.write(minutes)
  }

  return {
    report(serverId: string, figures: readonly Figure[]): void {
      const nowMs = clock.now()
      // The first report of a minute may come before the job.
      if (minuteOf(nowMs) !== pendingMinute) write()
      pendingMinute = minuteOf(nowMs)
      const now = toSeconds(nowMs)
      const count = (taken.get(serverId) ?? 0) + figures.length
      if (count > maxPerMinute) return
      taken.set(serverId, count)
      for (const given of figures.slice(0, maxFigures)) {
        if (!Number.isFinite(given.value)) continue
        const figure = { ...given, unit: plainText(given.unit, 16) }
        const series = find(serverId, figure, now)
        if (!series) continue
        if (series.kind !== figure.kind) totals.delete(series.id)
        series.unit = figure.unit
        series.kind = figure.kind
        series.reportedAt = now
        const value = storedValue(series, figure, nowMs)
        if (value === null) continue
        series.value = value
        const minute = pending.get(series.id) ?? { series, sum: 0, count: 0 }
        minute.sum += value
        minute.count += 1
        pending.set(series.id, minute)
      }
    },
    /** Stores what was reported since the last call. */
    write,
    /** The figures of a server, by name. */
    of: (serverId: string): Series[] =>
      [...(byServer.get(serverId)?.values() ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1)),
    find: (serverId: string, name: string): Series | undefined => byServer.get(serverId)?.get(name),
    forget(serverId: string): void {
      for (const { id } of byServer.get(serverId)?.values() ?? [])
        for (const memory of [pending, totals]) memory.delete(id)
      byServer.delete(serverId)
      taken.delete(serverId)
      warned.delete(serverId)
    },
  }
}
export type FiguresState = ReturnType<typeof makeFigures>

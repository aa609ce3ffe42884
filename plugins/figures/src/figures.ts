import { type Clock, type Logger, toSeconds } from '@svc/plugin-sdk'
import { type Figure, maxFigures, plainText } from '@svc/protocol'
import { minuteOf } from '@svc/series'
import type { FiguresStore, Series } from './figures-store.ts'
import type { FigureWriter } from './writer.ts'

/** A server that reports. */
interface Reporter {
  readonly id: string
  readonly number: number
}

/** Values of a server that were taken in a minute since the epoch. */
interface Taken {
  readonly minute: number
  readonly count: number
}

interface Dependencies {
  readonly store: Pick<FiguresStore, 'all' | 'create' | 'remove'>
  readonly writer: Pick<FigureWriter, 'add' | 'forget'>
  readonly clock: Clock
  readonly log: Logger
  /** a server without figures reported one */
  onFirst(serverId: string): void
}

/** A series that nobody reports any more gives its place to a new name. */
const staleSeconds = 86_400
/** Values of one server that are taken per minute; more are dropped. */
const maxPerMinute = 64 * 20

/** The figures of all servers with their last values. */
export function makeFigures({ store, writer, clock, log, onFirst }: Dependencies) {
  const byServer = new Map<string, Map<string, Series>>()
  for (const series of store.all()) seriesOf(series.serverId).set(series.name, series)
  /** totals of counters, by series */
  const totals = new Map<number, { readonly total: number; readonly atMs: number }>()
  const taken = new Map<string, Taken>()
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
    totals.delete(oldest.id)
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

  /** Whether a server may report some more values in this minute. */
  function takes(serverId: string, added: number, minute: number): boolean {
    const before = taken.get(serverId)
    const count = (before?.minute === minute ? before.count : 0) + added
    if (count > maxPerMinute) return false
    taken.set(serverId, { minute, count })
    return true
  }

  return {
    report(server: Reporter, figures: readonly Figure[]): void {
      const nowMs = clock.now()
      const now = toSeconds(nowMs)
      if (!takes(server.id, figures.length, minuteOf(nowMs))) return
      for (const given of figures.slice(0, maxFigures)) {
        if (!Number.isFinite(given.value)) continue
        const figure = { ...given, unit: plainText(given.unit, 16) }
        const series = find(server.id, figure, now)
        if (!series) continue
        if (series.kind !== figure.kind) totals.delete(series.id)
        series.unit = figure.unit
        series.kind = figure.kind
        series.reportedAt = now
        const value = storedValue(series, figure, nowMs)
        if (value === null) continue
        series.value = value
        writer.add(server.number, series, value)
      }
    },
    /** The figures of a server, by name. */
    of: (serverId: string): Series[] =>
      [...(byServer.get(serverId)?.values() ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1)),
    find: (serverId: string, name: string): Series | undefined => byServer.get(serverId)?.get(name),
    forget({ id, number }: Reporter): void {
      for (const series of byServer.get(id)?.values() ?? []) totals.delete(series.id)
      byServer.delete(id)
      taken.delete(id)
      warned.delete(id)
      writer.forget(number)
    },
  }
}
export type FiguresState = ReturnType<typeof makeFigures>

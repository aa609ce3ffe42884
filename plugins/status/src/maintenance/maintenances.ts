import { randomUUID } from 'node:crypto'
import type { Servers } from '@svc/plugin-enrollment/contract'
import {
  type Clock,
  type Core,
  conflict,
  fromTimestamp,
  invalid,
  normalizeName,
  notFound,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { Span } from '@svc/plugin-system/contract'
import type { Maintenance, MaintenanceChange, MaintenanceInput, Occurrence } from '../status-schema.ts'
import { bodyOf } from '../text-input.ts'
import type { MaintenancesStore, StoredMaintenance } from './maintenances-store.ts'
import {
  type Occurrences,
  occurrencesOf,
  readRecurrence,
  readSchedule,
  readTimezone,
  type Schedule,
} from './recurrence.ts'

const maxWindows = 1000

interface Dependencies {
  readonly db: Pick<Core['db'], 'afterCommit' | 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Core['log'], 'error'>
  readonly timezone: string
  readonly servers: Pick<Servers, 'get'>
  readonly store: MaintenancesStore
  /** Called after the commit. */
  onChanged(): void
  /** A window that is not over became public; called in the transaction. */
  onPublished(window: StoredMaintenance): void
}

/** The validated times of a change, ready to be written. */
type Prepared = Awaited<ReturnType<typeof readSchedule>>

const viewSpan = ({ from, to }: Span): Occurrence => ({ start_at: toTimestamp(from), end_at: toTimestamp(to) })

function instantOf(field: string, text: string): number {
  const seconds = fromTimestamp(text)
  if (seconds === undefined) throw invalid(field, 'kernel.INSTANT', { example: '2026-01-31T08:00:00Z' })
  return seconds
}

/** End of the last occurrence; null if others follow. */
const lastEndOf = ({ spans, isComplete }: Occurrences): number | null =>
  isComplete ? Math.max(...spans.map(({ to }) => to)) : null

/** Creates, changes and deletes maintenance windows. */
export function makeMaintenances({ db, clock, log, timezone, servers, store, onChanged, onPublished }: Dependencies) {
  const now = () => toSeconds(clock.now())

  const get = (id: string): StoredMaintenance => {
    const maintenance = store.get(id)
    if (!maintenance) throw notFound('status.UNKNOWN_MAINTENANCE')
    return maintenance
  }

  /** Validates the times of a change together with what is stored. */
  const prepare = (input: MaintenanceChange, before?: StoredMaintenance): Promise<Prepared> => {
    const schedule: Schedule = {
      start: input.start_at === undefined ? (before?.start_at ?? 0) : instantOf('start_at', input.start_at),
      end: input.end_at === undefined ? (before?.end_at ?? 0) : instantOf('end_at', input.end_at),
      recurrence: input.recurrence === undefined ? (before?.recurrence ?? null) : readRecurrence(input.recurrence),
      timezone: input.timezone === undefined ? (before?.timezone ?? timezone) : readTimezone(input.timezone),
    }
    return readSchedule(schedule, now())
  }

  const readServers = ({ server_ids, server_ids_json }: MaintenanceChange): string[] | undefined => {
    const given = server_ids === undefined ? server_ids_json : server_ids
    if (given === undefined) return undefined
    const ids = [...new Set(given ?? [])]
    if (!ids.every((id) => servers.get(id))) throw invalid('server_ids_json', 'status.SERVERS_MUST_EXIST')
    return ids
  }

  const scheduleColumns = ({ schedule, ...occurrences }: Prepared) => ({
    start_at: schedule.start,
    end_at: schedule.end,
    recurrence: schedule.recurrence,
    timezone: schedule.timezone,
    last_end_at: lastEndOf(occurrences),
  })

  const changed = () => db.afterCommit(onChanged)

  const announce = (window: StoredMaintenance) => {
    const isOver = store.nextOccurrences(window.id, now()).length === 0
    if (window.is_public === 1 && window.active === 1 && !isOver) onPublished(window)
  }

  const removeWithoutServers = () => {
    const ids = store.withoutServers()
    for (const id of ids) store.remove(id)
    if (ids.length > 0) changed()
  }

  return {
    get,
    list: store.list,
    prepare,

    /** The next occurrences of a schedule that is not saved yet. */
    async preview(input: MaintenanceChange, limit: number): Promise<{ timezone: string; occurrences: Occurrence[] }> {
      const { schedule, spans } = await prepare(input)
      const coming = spans.filter(({ to }) => to > now()).slice(0, limit)
      return { timezone: schedule.timezone, occurrences: coming.map(viewSpan) }
    },

    create(input: MaintenanceInput, prepared: Prepared): StoredMaintenance {
      if (store.count() >= maxWindows) throw conflict('status.TOO_MANY_WINDOWS', { limit: maxWindows })
      const serverIds = readServers(input) ?? []
      const id = randomUUID()
      store.insert({
        id,
        title: normalizeName(input.title),
        description: bodyOf(input.description ?? null),
        ...scheduleColumns(prepared),
        all_servers: serverIds.length === 0 ? 1 : 0,
        is_public: input.is_public ? 1 : 0,
        active: input.active === false ? 0 : 1,
        created_at: now(),
        updated_at: now(),
      })
      store.setServers(id, serverIds)
      store.setOccurrences(id, prepared.spans, Number.MIN_SAFE_INTEGER)
      changed()
      const created = get(id)
      announce(created)
      return created
    },

    /** Occurrences that are over stay as they were, except that of a window that happens once. */
    update(id: string, input: MaintenanceChange, prepared: Prepared | undefined): StoredMaintenance {
      const before = get(id)
      const serverIds = readServers(input)
      store.update({
        ...before,
        title: input.title === undefined ? before.title : normalizeName(input.title),
        description: input.description === undefined ? before.description : bodyOf(input.description),
        ...(prepared && scheduleColumns(prepared)),
        all_servers: serverIds === undefined ? before.all_servers : serverIds.length === 0 ? 1 : 0,
        is_public: input.is_public === undefined ? before.is_public : input.is_public ? 1 : 0,
        active: input.active === undefined ? before.active : input.active ? 1 : 0,
        updated_at: now(),
      })
      if (serverIds !== undefined) store.setServers(id, serverIds)
      if (prepared) {
        const isOnce = before.recurrence === null && prepared.schedule.recurrence === null
        store.setOccurrences(id, prepared.spans, isOnce ? Number.MIN_SAFE_INTEGER : now())
      }
      changed()
      const updated = get(id)
      if (before.is_public === 0) announce(updated)
      return updated
    },

    /** Ends the current occurrence. */
    end(id: string): StoredMaintenance {
      const before = get(id)
      if (before.active === 0 || !store.endOccurrence(id, now())) throw conflict('status.NOT_IN_PROGRESS')
      const isOnce = before.recurrence === null
      store.update({ ...before, ...(isOnce && { end_at: now(), last_end_at: now() }), updated_at: now() })
      changed()
      return get(id)
    },

    remove(id: string): StoredMaintenance {
      const maintenance = get(id)
      store.remove(id)
      changed()
      return maintenance
    },

    /** A window for servers that were all deleted must not become one for every server. */
    removeWithoutServers: () => db.transaction(removeWithoutServers),

    /** Stores occurrences that have come near enough. */
    async extend(): Promise<void> {
      for (const before of store.recurring()) {
        const { id, start_at: start, end_at: end, recurrence, timezone } = before
        const last = store.newestOccurrence(id)
        try {
          const schedule = { start, end, recurrence, timezone }
          const found = await occurrencesOf(schedule, last?.from ?? now(), now())
          db.transaction(() => {
            const current = store.get(id)
            // It may have been changed or deleted meanwhile.
            if (current?.updated_at !== before.updated_at || store.newestOccurrence(id)?.from !== last?.from) return
            store.addOccurrences(id, found.spans)
            if (found.isComplete) {
              store.update({ ...current, last_end_at: found.spans.at(-1)?.to ?? last?.to ?? now() })
            }
          })
        } catch (error) {
          log.error({ err: error, maintenance_id: id }, 'the next occurrences of a maintenance window are unknown')
        }
      }
    },

    view({ serverIds, ...row }: StoredMaintenance): Maintenance {
      const [first, second] = store.nextOccurrences(row.id, now())
      const isOpen = first !== undefined && first.from <= now()
      const [current, next] = isOpen ? [first, second] : [undefined, first]
      const state = current ? 'in_progress' : next ? 'planned' : 'ended'
      return {
        id: row.id,
        title: row.title,
        description: row.description,
        start_at: toTimestamp(row.start_at),
        end_at: toTimestamp(row.end_at),
        recurrence: row.recurrence,
        timezone: row.timezone,
        all_servers: row.all_servers === 1,
        server_ids: [...serverIds],
        server_ids_json: serverIds.length > 0 ? JSON.stringify(serverIds) : null,
        is_public: row.is_public === 1,
        active: row.active === 1,
        state: row.active === 1 ? state : 'inactive',
        current: current ? viewSpan(current) : null,
        next: next ? viewSpan(next) : null,
        created_at: toTimestamp(row.created_at),
        updated_at: toTimestamp(row.updated_at),
      }
    },
  }
}
export type Maintenances = ReturnType<typeof makeMaintenances>

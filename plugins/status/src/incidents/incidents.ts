import { randomUUID } from 'node:crypto'
import type { Servers } from '@svc/plugin-enrollment/contract'
import {
  type Clock,
  type Core,
  conflict,
  invalid,
  normalizeName,
  notFound,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import type {
  Incident,
  IncidentChange,
  IncidentInput,
  IncidentStatus,
  IncidentUpdate,
  IncidentUpdateChange,
  IncidentUpdateInput,
} from '../status-schema.ts'
import { normalizeLines } from '../text-input.ts'
import type { IncidentsStore, StoredIncident, UpdateRow } from './incidents-store.ts'

/** Bounds what one incident can add to every response of the page. */
const maxUpdates = 200
const maxIncidents = 100_000

interface Dependencies {
  readonly db: Pick<Core['db'], 'afterCommit'>
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'get'>
  readonly store: IncidentsStore
  /** Called after the commit. */
  onChanged(): void
  /** Called in the transaction, for subscribers; `update` is new, undefined if only the status changed. */
  onPublished(incident: StoredIncident, update: UpdateRow | undefined): void
}

const viewUpdate = ({ created_at, ...row }: UpdateRow): IncidentUpdate => ({
  ...row,
  created_at: toTimestamp(created_at),
})

export const viewIncident = ({ serverIds, updates, is_public, ...row }: StoredIncident): Incident => ({
  ...row,
  server_ids: [...serverIds],
  server_ids_json: serverIds.length > 0 ? JSON.stringify(serverIds) : null,
  is_public: is_public === 1,
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
  resolved_at: row.resolved_at === null ? null : toTimestamp(row.resolved_at),
  updates: updates.map(viewUpdate),
})

/** Creates, changes and deletes incidents and their updates. */
export function makeIncidents({ db, clock, servers, store, onChanged, onPublished }: Dependencies) {
  const now = () => toSeconds(clock.now())

  const get = (id: string): StoredIncident => {
    const incident = store.get(id)
    if (!incident) throw notFound('status.UNKNOWN_INCIDENT')
    return incident
  }

  const updateOf = (incident: StoredIncident, id: string): UpdateRow => {
    const update = incident.updates.find((one) => one.id === id)
    if (!update) throw notFound('status.UNKNOWN_UPDATE')
    return update
  }

  const readServers = ({ server_ids, server_ids_json }: IncidentChange, before: readonly string[]) => {
    const given = server_ids === undefined ? server_ids_json : server_ids
    if (given === undefined) return before
    const ids = [...new Set(given ?? [])]
    if (!ids.every((id) => servers.get(id))) throw invalid('server_ids_json', 'status.SERVERS_MUST_EXIST')
    return ids
  }

  /** A reopened incident is no longer resolved. */
  const withStatus = (incident: StoredIncident, status: IncidentStatus): StoredIncident => ({
    ...incident,
    status,
    resolved_at: status === 'resolved' ? (incident.resolved_at ?? now()) : null,
  })

  const save = (incident: StoredIncident): StoredIncident => {
    store.update({ ...incident, updated_at: now() })
    return get(incident.id)
  }

  const append = (incident: StoredIncident, { status, message }: IncidentUpdateInput): UpdateRow => {
    if (incident.updates.length >= maxUpdates) throw conflict('status.TOO_MANY_UPDATES', { limit: maxUpdates })
    const update = {
      id: randomUUID(),
      incident_id: incident.id,
      status,
      message: normalizeLines(message),
      created_at: now(),
    }
    store.addUpdate(update)
    return update
  }

  const takeStatus = (id: string, status: IncidentStatus): StoredIncident => save(withStatus(get(id), status))

  const changed = () => db.afterCommit(onChanged)
  const published = (incident: StoredIncident, update?: UpdateRow) => {
    if (incident.is_public === 1) onPublished(incident, update)
    changed()
  }

  return {
    get,
    page: store.page,

    create(input: IncidentInput): StoredIncident {
      if (store.count() >= maxIncidents) throw conflict('status.TOO_MANY_INCIDENTS', { limit: maxIncidents })
      const at = now()
      const status = input.status ?? 'investigating'
      const id = randomUUID()
      const serverIds = readServers(input, [])
      store.insert({
        id,
        title: normalizeName(input.title),
        status,
        severity: input.severity ?? 'minor',
        is_public: input.is_public ? 1 : 0,
        created_at: at,
        updated_at: at,
        resolved_at: status === 'resolved' ? at : null,
      })
      store.setServers(id, serverIds)
      const update = input.message === undefined ? undefined : append(get(id), { status, message: input.message })
      const incident = get(id)
      published(incident, update)
      return incident
    },

    update(id: string, input: IncidentChange): StoredIncident {
      const before = get(id)
      const next = {
        ...before,
        title: input.title === undefined ? before.title : normalizeName(input.title),
        severity: input.severity ?? before.severity,
        is_public: input.is_public === undefined ? before.is_public : input.is_public ? (1 as const) : (0 as const),
      }
      store.setServers(id, readServers(input, before.serverIds))
      const incident = save(input.status === undefined ? next : withStatus(next, input.status))
      if (incident.status !== before.status || incident.is_public !== before.is_public) published(incident)
      else changed()
      return incident
    },

    remove(id: string): StoredIncident {
      const incident = get(id)
      store.remove(id)
      changed()
      return incident
    },

    addUpdate(id: string, input: IncidentUpdateInput): IncidentUpdate {
      const update = append(get(id), input)
      published(takeStatus(id, update.status), update)
      return viewUpdate(update)
    },

    changeUpdate(id: string, updateId: string, input: IncidentUpdateChange): IncidentUpdate {
      const incident = get(id)
      const before = updateOf(incident, updateId)
      const next = {
        ...before,
        status: input.status ?? before.status,
        message: input.message === undefined ? before.message : normalizeLines(input.message),
      }
      store.changeUpdate(next)
      const isNewest = incident.updates.at(-1)?.id === updateId
      takeStatus(id, isNewest && next.status !== before.status ? next.status : incident.status)
      changed()
      return viewUpdate(next)
    },

    removeUpdate(id: string, updateId: string): UpdateRow {
      const incident = get(id)
      const update = updateOf(incident, updateId)
      store.removeUpdate(updateId)
      const [newest, previous] = incident.updates.toReversed()
      const decided = newest?.id === updateId && update.status === incident.status
      takeStatus(id, decided && previous ? previous.status : incident.status)
      changed()
      return update
    },
  }
}
export type Incidents = ReturnType<typeof makeIncidents>

import { randomUUID } from 'node:crypto'
import type { Notifications } from '@svc/plugin-alerts/contract'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { badRequest, type Clock, conflict, type Database, invalid, notFound, toSeconds } from '@svc/plugin-sdk'
import type { Kind } from '../checks/kind.ts'
import type { MonitorInput, MonitorType } from '../monitor-schema.ts'
import { type MonitorRow, type MonitorSettings, type MonitorsStore, noOutage, unchecked } from './monitors-store.ts'
import type { Sealing } from './sealing.ts'

interface Parts {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly store: MonitorsStore
  readonly sealing: Sealing
  readonly kindOf: (type: MonitorType) => Kind
  readonly servers: Pick<Servers, 'get'>
  readonly notifications: Pick<Notifications, 'hasGroup'> | undefined
  /** Nobody wants the outcome of its running check any more. */
  abandon(id: string): void
}

interface Found {
  readonly kind: Kind
  readonly target: string
  /** undefined: the one that is stored */
  readonly config: object | undefined
}

const mostMonitors = 1000

function readName(text: string): string {
  const name = text.trim()
  if (name.length < 1 || name.length > 100) throw invalid('name', 'must have 1 to 100 characters')
  if (/\p{Cc}/u.test(name)) throw invalid('name', 'must not contain control characters')
  return name
}

/** Where credentials go to; a target without a scheme is a host. */
const hostOf = (target: string): string => (URL.canParse(target) ? new URL(target).origin : target)

/** Writes a change to the audit log, in its transaction. */
type Trace = (row: MonitorRow) => void

/** What can be done with monitors; each act is one transaction with its trace. */
export function makeMonitors({ db, clock, store, sealing, kindOf, servers, notifications, abandon }: Parts) {
  const existing = (id: string): MonitorRow => {
    const row = store.get(id)
    if (!row) throw notFound('no such service monitor')
    return row
  }

  /** The group that was chosen before stays, also while nobody can be asked for it. */
  function readGroup(id: string | null, before: string | null): string | null {
    if (id === null || id === before) return id
    if (!notifications) throw invalid('notification_group_id', 'cannot be chosen while alerts is switched off')
    if (!notifications.hasGroup(id)) throw invalid('notification_group_id', 'is no notification group')
    return id
  }

  function readServers(ids: readonly string[]): string {
    if (!ids.every((id) => servers.get(id))) throw invalid('server_ids_json', 'must hold existing servers')
    return JSON.stringify([...new Set(ids)])
  }

  /** What was sent of target and configuration. It may wait, so it happens before anything is written. */
  async function read(type: MonitorType, input: Partial<MonitorInput>, before?: MonitorRow): Promise<Found> {
    const kind = kindOf(type)
    const target = input.target === undefined ? before?.target : await kind.readTarget(input.target.trim())
    if (target === undefined) throw invalid('target', 'is required')
    const isSameHost = before !== undefined && hostOf(before.target) === hostOf(target)
    if (before && input.config_json === undefined) {
      if (!isSameHost) sealing.unmask(sealing.shown(before, true), before, false)
      return { kind, target, config: undefined }
    }
    return {
      kind,
      target,
      config: await kind.readConfig(sealing.unmask(input.config_json ?? {}, before, isSameHost)),
    }
  }

  const settings = (
    id: string,
    { target, config, kind }: Found,
    input: Partial<MonitorInput>,
    before: MonitorSettings,
  ): MonitorSettings => ({
    name: input.name === undefined ? before.name : readName(input.name),
    monitor_type: before.monitor_type,
    target,
    interval_s: input.interval ?? before.interval_s,
    ...(config ? sealing.seal(id, config, kind) : { config_json: before.config_json, sealed: before.sealed }),
    notification_group_id:
      input.notification_group_id === undefined
        ? before.notification_group_id
        : readGroup(input.notification_group_id, before.notification_group_id),
    retry_count: input.retry_count ?? before.retry_count,
    server_ids_json:
      input.server_ids_json === undefined ? before.server_ids_json : readServers(input.server_ids_json ?? []),
    enabled: input.enabled === undefined ? before.enabled : Number(input.enabled),
  })

  /** Whether a change makes another thing of a monitor. */
  async function isOther(row: MonitorRow, { target, config, kind }: Found): Promise<boolean> {
    if (target !== row.target) return true
    const stored = sealing.config(row)
    if (!config) return false
    return !stored || JSON.stringify(config) !== JSON.stringify(await kind.readConfig(stored))
  }

  return {
    list: store.list,
    get: existing,

    async create(input: MonitorInput, trace: Trace): Promise<MonitorRow> {
      const id = randomUUID()
      const found = await read(input.monitor_type, input)
      return db.transaction(() => {
        if (store.count() >= mostMonitors) throw badRequest(`there can be at most ${mostMonitors} service monitors`)
        const now = toSeconds(clock.now())
        const fresh: MonitorSettings = {
          name: input.name,
          monitor_type: input.monitor_type,
          target: found.target,
          interval_s: 300,
          config_json: '{}',
          sealed: null,
          retry_count: 1,
          enabled: 1,
          notification_group_id: null,
          server_ids_json: '[]',
        }
        store.insert({ ...settings(id, found, input, fresh), ...unchecked, id, created_at: now, updated_at: now })
        const row = existing(id)
        trace(row)
        return row
      })
    },

    async update(id: string, input: Partial<MonitorInput>, trace: Trace): Promise<MonitorRow> {
      const row = existing(id)
      if (input.monitor_type !== undefined && input.monitor_type !== row.monitor_type) {
        throw invalid('monitor_type', 'cannot be changed')
      }
      const found = await read(row.monitor_type, input, row)
      const other = await isOther(row, found)
      return db.transaction(() => {
        const before = existing(id)
        if (before.target !== row.target || before.config_json !== row.config_json || before.sealed !== row.sealed) {
          throw conflict('the monitor was changed by somebody else at the same moment')
        }
        const next = settings(id, found, input, before)
        const isOff = next.enabled === 0 && before.enabled === 1
        store.change({
          ...before,
          ...next,
          // what was found out about something else tells nothing
          ...(other ? unchecked : isOff ? noOutage : {}),
          updated_at: toSeconds(clock.now()),
        })
        if (other || isOff) abandon(id)
        const after = existing(id)
        trace(after)
        return after
      })
    },

    remove(id: string, trace: Trace): MonitorRow {
      return db.transaction(() => {
        const row = existing(id)
        store.remove(row)
        abandon(id)
        trace(row)
        return row
      })
    },
  }
}
export type Monitors = ReturnType<typeof makeMonitors>

import { randomUUID } from 'node:crypto'
import type { Notifications } from '@svc/plugin-alerts/contract'
import type { Servers } from '@svc/plugin-enrollment/contract'
import {
  badRequest,
  type Clock,
  conflict,
  type Database,
  invalid,
  normalizeName,
  notFound,
  toSeconds,
} from '@svc/plugin-sdk'
import { monitorKind } from '../alert-subjects.ts'
import type { CheckType } from '../checks/check-type.ts'
import { pushHash } from '../checks/push.ts'
import type { MonitorInput, MonitorType } from '../monitor-schema.ts'
import type { ConfigEncryption } from './config-encryption.ts'
import { type MonitorRow, type MonitorSettings, type MonitorsStore, noOutage, unchecked } from './monitors-store.ts'

interface Parts {
  readonly db: Pick<Database, 'transaction' | 'afterCommit'>
  readonly clock: Pick<Clock, 'now'>
  readonly store: MonitorsStore
  readonly encryption: ConfigEncryption
  readonly checkTypeOf: (type: MonitorType) => CheckType
  readonly servers: Pick<Servers, 'get'>
  readonly notifications: Pick<Notifications, 'close' | 'hasGroup'> | undefined
  /** Cancels a running check, whose result would be stale. */
  cancelCheck(monitorId: string): void
  /** Publishes a change; waits for the commit. */
  onChanged(monitorId: string): void
  /** Deletes the records of deleted monitors. */
  purge(): void
}

interface ValidatedInput {
  readonly checkType: CheckType
  readonly target: string
  /** undefined: unchanged */
  readonly config: object | undefined
}

const maxMonitors = 1000

const uniqueTags = (tags: readonly string[]) => [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]

/** Where credentials are sent; a target without a scheme is a host. */
const originOf = (target: string): string => (/^https?:\/\//i.test(target) ? new URL(target).origin : target)

/** A validated change, to run in the transaction of its audit entry. */
type Change = () => MonitorRow

/** Creates, changes and deletes monitors. */
export function makeMonitors({
  db,
  clock,
  store,
  encryption,
  checkTypeOf,
  servers,
  notifications,
  cancelCheck,
  onChanged,
  purge,
}: Parts) {
  const getOrThrow = (id: string): MonitorRow => {
    const row = store.get(id)
    if (!row) throw notFound('monitors.UNKNOWN_MONITOR')
    return row
  }

  /** An unchanged group is valid even while the alerts plugin is disabled. */
  function readGroup(id: string | null, before: string | null): string | null {
    if (id === null || id === before) return id
    if (!notifications) throw invalid('notification_group_id', 'monitors.GROUPS_UNAVAILABLE')
    if (!notifications.hasGroup(id)) throw invalid('notification_group_id', 'monitors.GROUP_MUST_EXIST')
    return id
  }

  function readServers(ids: readonly string[]): string[] {
    if (!ids.every((id) => servers.get(id))) throw invalid('server_ids_json', 'monitors.SERVERS_MUST_EXIST')
    return [...new Set(ids)]
  }

  /** Validates target and configuration. Asynchronous (DNS), so it must run before the transaction. */
  async function validate(
    type: MonitorType,
    input: Partial<MonitorInput>,
    before?: MonitorRow,
  ): Promise<ValidatedInput> {
    const checkType = checkTypeOf(type)
    const target = input.target === undefined ? before?.target : await checkType.readTarget(input.target.trim())
    if (target === undefined) throw invalid('target', 'kernel.REQUIRED')
    const isSameHost = before !== undefined && originOf(before.target) === originOf(target)
    if (before && input.config_json === undefined) {
      if (!isSameHost) encryption.unmask(encryption.redacted(before, true), before, false)
      return { checkType, target, config: undefined }
    }
    return {
      checkType,
      target,
      config: await checkType.readConfig(encryption.unmask(input.config_json ?? {}, before, isSameHost)),
    }
  }

  const mergeSettings = (
    id: string,
    { target, config, checkType }: ValidatedInput,
    input: Partial<MonitorInput>,
    before: MonitorSettings,
  ): MonitorSettings => ({
    name: input.name === undefined ? before.name : normalizeName(input.name),
    monitor_type: before.monitor_type,
    target,
    interval_s: input.interval ?? before.interval_s,
    ...(config
      ? encryption.encrypt(id, config, checkType)
      : { config_json: before.config_json, sealed: before.sealed }),
    notification_group_id:
      input.notification_group_id === undefined
        ? before.notification_group_id
        : readGroup(input.notification_group_id, before.notification_group_id),
    retry_count: input.retry_count ?? before.retry_count,
    group_name: input.group_name === undefined ? before.group_name : input.group_name?.trim() || null,
    tags_json: input.tags === undefined ? before.tags_json : JSON.stringify(uniqueTags(input.tags)),
    push_hash: config && 'token' in config ? pushHash(String(config.token)) : before.push_hash,
    enabled: input.enabled === undefined ? before.enabled : Number(input.enabled),
  })

  /** Whether a change affects what is checked. */
  async function changesCheck(row: MonitorRow, { target, config, checkType }: ValidatedInput): Promise<boolean> {
    if (target !== row.target) return true
    const stored = encryption.decrypt(row)
    if (!config) return false
    return !stored || JSON.stringify(config) !== JSON.stringify(await checkType.readConfig(stored))
  }

  return {
    list: store.list,
    get: getOrThrow,

    /** Validates a new monitor. */
    async create(input: MonitorInput): Promise<Change> {
      const id = randomUUID()
      const validated = await validate(input.monitor_type, input)
      return () => {
        if (store.count() >= maxMonitors) throw badRequest('monitors.TOO_MANY_MONITORS', { limit: maxMonitors })
        const now = toSeconds(clock.now())
        const defaults: MonitorSettings = {
          name: input.name,
          monitor_type: input.monitor_type,
          target: validated.target,
          interval_s: 300,
          config_json: '{}',
          sealed: null,
          retry_count: 1,
          enabled: 1,
          notification_group_id: null,
          group_name: null,
          tags_json: '[]',
          push_hash: null,
        }
        const settings = mergeSettings(id, validated, input, defaults)
        const number = store.insert({ ...settings, ...unchecked, id, created_at: now, updated_at: now })
        store.setServers(number, readServers(input.server_ids_json ?? []))
        onChanged(id)
        return getOrThrow(id)
      }
    },

    /** Validates an update. */
    async update(id: string, input: Partial<MonitorInput>): Promise<Change> {
      const row = getOrThrow(id)
      if (input.monitor_type !== undefined && input.monitor_type !== row.monitor_type) {
        throw invalid('monitor_type', 'monitors.TYPE_FIXED')
      }
      const validated = await validate(row.monitor_type, input, row)
      const checkChanged = await changesCheck(row, validated)
      return () => {
        const before = getOrThrow(id)
        if (before.target !== row.target || before.config_json !== row.config_json || before.sealed !== row.sealed) {
          throw conflict('monitors.CHANGED_MEANWHILE')
        }
        const next = mergeSettings(id, validated, input, before)
        const disabledNow = next.enabled === 0 && before.enabled === 1
        store.update({
          ...before,
          ...next,
          ...(checkChanged ? unchecked : disabledNow ? noOutage : {}),
          updated_at: toSeconds(clock.now()),
        })
        if (input.server_ids_json !== undefined)
          store.setServers(before.number, readServers(input.server_ids_json ?? []))
        if (checkChanged || disabledNow) {
          cancelCheck(id)
          notifications?.close(monitorKind, id)
        }
        onChanged(id)
        return getOrThrow(id)
      }
    },

    /** Runs in the transaction of its audit entry. */
    remove(id: string): MonitorRow {
      const row = getOrThrow(id)
      store.remove(row)
      notifications?.close(monitorKind, id)
      cancelCheck(id)
      onChanged(id)
      db.afterCommit(purge)
      return row
    },

    /** A group was deleted. */
    groupDeleted(groupId: string) {
      for (const id of store.removeGroup(groupId)) onChanged(id)
    },

    /** Groups may have been deleted while this plugin was disabled, or right before a crash. */
    removeDeletedGroups() {
      // Without the alerts plugin there is no telling which groups exist.
      if (!notifications) return
      const deleted = store.groups().filter((id) => !notifications.hasGroup(id))
      db.transaction(() => {
        for (const id of deleted) store.removeGroup(id)
      })
    },
  }
}
export type Monitors = ReturnType<typeof makeMonitors>

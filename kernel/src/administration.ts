import { ApiError, type DashboardInfo, notFound, type PluginAdministration, type PluginInfo } from '@svc/plugin-sdk'
import { reasonOf } from './boot-error.ts'
import { isLoaded, type PluginRecord } from './candidate.ts'
import type { DashboardHalf } from './dashboard-half.ts'
import type { RawDatabase } from './database.ts'
import { providedServices, requiredServices } from './graph.ts'
import type { Offload } from './offload.ts'
import type { OwnerOf } from './ownership.ts'
import { beginPurge, finishPurge } from './purge.ts'
import type { Scheduler } from './scheduler.ts'
import type { Choices } from './selection.ts'
import type { Transactions } from './transactions.ts'

interface Options {
  readonly records: readonly PluginRecord[]
  readonly raw: RawDatabase
  readonly ownerOf: OwnerOf
  readonly transactions: Transactions
  readonly choices: Choices
  readonly scheduler: Scheduler
  readonly offload: Pick<Offload, 'empty'>
  /** Sets up a plugin that is not running; its record has the state it reached. Throws if the program could not start. */
  start(record: PluginRecord): Promise<void>
  restart(): void
}

/** Plugins with tables, migrations or a stored choice whose package is no longer installed. */
export function absentPlugins(raw: RawDatabase, records: readonly { readonly id: string }[]): string[] {
  const installed = new Set(records.map((record) => record.id))
  const rows = raw
    .prepare('SELECT plugin FROM kernel_migrations UNION SELECT id FROM kernel_plugins ORDER BY 1')
    .pluck()
  return (rows.all() as string[]).filter((id) => !installed.has(id))
}

const describeDashboard = ({ files: _, ...info }: DashboardHalf): DashboardInfo => info

/** Lists the plugins with their states and reasons, and enables and disables them. */
export function makeAdministration(options: Options): PluginAdministration {
  const { records, raw, ownerOf, transactions, choices, scheduler, offload, start } = options
  const tableNames = raw
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .pluck()
  const tablesByOwner = () => Map.groupBy(tableNames.all() as string[], ownerOf)

  const infoOf = (record: PluginRecord, tables = tablesByOwner()): PluginInfo => {
    const { id, title, description, version, required, bundled } = record.candidate
    const { state, reason, locked, definition } = record
    const refs = definition ? { ...record, definition } : undefined
    return {
      id,
      title,
      description,
      version,
      state,
      reason,
      required,
      bundled,
      locked,
      requires: refs ? requiredServices(refs) : [],
      provides: refs ? providedServices(refs) : [],
      tables: tables.get(id) ?? [],
      jobs: isLoaded(record) ? scheduler.info(id) : [],
      dashboard: isLoaded(record) && record.dashboard ? describeDashboard(record.dashboard) : null,
    }
  }

  const absent = (id: string, tables: readonly string[]): PluginInfo => ({
    id,
    title: id,
    description: '',
    version: null,
    state: 'absent',
    reason: 'its package is not installed; its data is kept',
    required: false,
    bundled: false,
    locked: false,
    requires: [],
    provides: [],
    tables,
    jobs: [],
    dashboard: null,
  })

  const purges = new Map<string, Promise<void>>()

  /** The transaction that decided it is over. */
  const deleteTables = (id: string, tables: readonly string[]) => {
    const deleted = offload.empty(tables).then(() => transactions.run(() => finishPurge(raw, ownerOf, id)))
    const settled = deleted.finally(() => purges.delete(id))
    // The next start deletes what is left, also when nobody waits for it.
    settled.catch(() => {})
    purges.set(id, settled)
  }

  const candidates = records.map((record) => record.candidate)

  const recordFor = (id: string, enabled: boolean): PluginRecord => {
    const record = records.find((each) => each.candidate.id === id)
    if (!record) {
      if (!absentPlugins(raw, candidates).includes(id)) throw notFound('kernel.UNKNOWN_PLUGIN', { id })
      throw new ApiError(409, 'kernel.PLUGIN_NOT_INSTALLED', { id }, { code: 'PLUGIN_REFUSED' })
    }
    const { required, refusal } = record.candidate
    if (required && !enabled) throw new ApiError(409, 'kernel.PLUGIN_REQUIRED', { id })
    if (purges.has(id)) throw new ApiError(409, 'kernel.PLUGIN_PURGING', { id })
    if (record.locked) throw new ApiError(409, 'kernel.PLUGIN_LOCKED', { id })
    if (refusal && enabled) throw new ApiError(409, 'kernel.PLUGIN_REFUSED', { id, reason: refusal })
    return record
  }

  /** It runs, should run, or will after the restart that a stored choice waits for. */
  const isActive = ({ candidate: { id, bundled }, selected, locked, parts }: PluginRecord) =>
    selected || parts !== undefined || (!locked && (choices.get(id) ?? bundled))

  const starts = new Map<PluginRecord, Promise<PluginInfo>>()

  /** The record keeps its former state: the plugin has no routes before the restart. */
  const tryStart = async (record: PluginRecord): Promise<PluginInfo> => {
    const { state, reason } = record
    try {
      await start(record)
      return infoOf(record)
    } catch (error) {
      const { id } = record.candidate
      throw new ApiError(409, 'kernel.PLUGIN_REFUSED', { id, reason: reasonOf(error) })
    } finally {
      Object.assign(record, { state, reason })
    }
  }

  return {
    widgetTypes: () => records.filter(isLoaded).flatMap(({ candidate }) => candidate.widgets ?? []),
    list() {
      const tables = tablesByOwner()
      return [
        ...records.map((record) => infoOf(record, tables)),
        ...absentPlugins(raw, candidates).map((id) => absent(id, tables.get(id) ?? [])),
      ]
    },
    setEnabled(id, enabled) {
      const record = recordFor(id, enabled)
      transactions.run(() => choices.set(id, enabled))
      const info = infoOf(record)
      if (!enabled) return { ...info, state: 'disabled', reason: null, jobs: [], dashboard: null }
      return record.state === 'disabled' ? { ...info, state: 'running', reason: null } : info
    },
    start(id) {
      const record = recordFor(id, true)
      const started = starts.get(record) ?? tryStart(record)
      starts.set(record, started)
      return started
    },
    purge(id) {
      const record = records.find((each) => each.candidate.id === id)
      if (!record && !absentPlugins(raw, candidates).includes(id)) throw notFound('kernel.UNKNOWN_PLUGIN', { id })
      if (record && isActive(record)) throw new ApiError(409, 'kernel.PLUGIN_ACTIVE', { id })
      return transactions.run(() => {
        // The choice of an installed one stays: without it, a bundled plugin would be enabled.
        if (!record) choices.forget(id)
        const tables = beginPurge(raw, ownerOf, id)
        if (!purges.has(id)) transactions.afterCommit(() => deleteTables(id, tables))
        return tables
      })
    },
    purged: async (id) => purges.get(id),
    restart: options.restart,
  }
}

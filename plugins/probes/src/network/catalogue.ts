import { randomUUID } from 'node:crypto'
import {
  ApiError,
  type Clock,
  type Database,
  forbidden,
  invalid,
  notFound,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import { oneLine, safeTarget } from '../checks.ts'
import type { NumbersStore } from '../numbers-store.ts'
import type { AssignmentsStore } from './assignments-store.ts'
import { mostTargets, type NetworkSetting, type NetworkTarget, type NetworkTargetInput } from './network-schema.ts'
import { presetOf, presets } from './presets.ts'
import type { TargetRow, TargetsStore } from './targets-store.ts'

/** Targets of one's own. */
const mostCustom = 1000

interface Dependencies {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly numbers: NumbersStore
  readonly targets: TargetsStore
  readonly assignments: AssignmentsStore
}

const shown = (row: TargetRow): NetworkTarget => ({
  ...row,
  source: null,
  source_name: null,
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})

const collator = new Intl.Collator('en', { numeric: true })
const byName = (a: TargetRow, b: TargetRow) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)

const checked = (input: NetworkTargetInput): NetworkTargetInput => ({
  name: oneLine('name', input.name, 100),
  provider: oneLine('provider', input.provider, 100, 0),
  location: oneLine('location', input.location, 100, 0),
  target: safeTarget(input.probe_type, input.target),
  probe_type: input.probe_type,
})

function within(field: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return
  const rule = `must be from ${least} to ${most}`
  throw new ApiError(400, 'BAD_REQUEST', `${field} ${rule}`, { details: [{ field, rule }] })
}

/** All targets, who probes them and how often. */
export function makeCatalogue({ db, clock, numbers, targets, assignments }: Dependencies) {
  const find = (id: string): NetworkTarget | undefined => {
    const preset = presetOf.get(id)
    if (preset) return preset
    const row = targets.get(id)
    return row && shown(row)
  }

  function own(id: string): TargetRow {
    if (presetOf.has(id)) throw forbidden('targets that come with the program cannot be changed')
    const row = targets.get(id)
    if (!row) throw notFound('no such target')
    return row
  }

  /** Known ids, each once. Throws 422. */
  function set(field: string, ids: readonly string[]): string[] {
    const unique = [...new Set(ids)]
    if (unique.length > mostTargets) throw invalid(field, `must not have more than ${mostTargets} targets`)
    const unknown = unique.find((id) => find(id) === undefined)
    if (unknown !== undefined) throw invalid(field, `names no target: ${JSON.stringify(unknown)}`)
    return unique
  }

  function save(row: TargetRow): NetworkTarget {
    targets.put(row)
    return shown(row)
  }

  const setting = (): NetworkSetting => ({ ...assignments.pace(), default_target_ids: assignments.defaults() })

  return {
    find,
    /** Throws 403 for targets that come with the program, and 404. */
    own,
    list: (): NetworkTarget[] => [...presets, ...targets.all().sort(byName).map(shown)],
    create(input: NetworkTargetInput): NetworkTarget {
      const row = checked(input)
      if (targets.count() >= mostCustom)
        throw invalid('name', `is one too many: there may be ${mostCustom} own targets`)
      const now = toSeconds(clock.now())
      return save({ id: randomUUID(), ...row, created_at: now, updated_at: now })
    },
    update(id: string, input: Partial<NetworkTargetInput>): NetworkTarget {
      const row = own(id)
      return save({ ...row, ...checked({ ...row, ...input }), updated_at: toSeconds(clock.now()) })
    },
    /** With its assignments, its place among the defaults, and its rounds. Returns whom it was assigned to. */
    remove(id: string): { readonly name: string; readonly servers: readonly string[]; readonly number?: number } {
      const { name } = own(id)
      return db.transaction(() => {
        const servers = assignments.servers(id)
        targets.remove(id)
        assignments.withdraw(id)
        const number = numbers.forget('target', id)
        return { name, servers, ...(number !== undefined && { number }) }
      })
    },
    setting,
    pace: assignments.pace,
    configure({ interval, packet_count, default_target_ids }: NetworkSetting): NetworkSetting {
      within('interval', interval, 30, 600)
      within('packet_count', packet_count, 5, 20)
      const ids = set('default_target_ids', default_target_ids)
      db.transaction(() => {
        assignments.setPace({ interval, packet_count })
        assignments.setDefaults(ids)
      })
      return setting()
    },
    /** The targets of a server, in the order in which they were given. */
    assigned: (serverId: string): NetworkTarget[] => assignments.of(serverId).flatMap((id) => find(id) ?? []),
    /** Numbers of the targets of a server, as far as they were ever probed. */
    assignedNumbers: assignments.numbers,
    isAssigned: (serverId: string, targetId: string): boolean => assignments.has(serverId, targetId),
    serversOf: assignments.servers,
    /** servers that probe anything */
    servers: (): string[] => [...assignments.all().keys()],
    assign(serverId: string, targetIds: readonly string[]): readonly string[] {
      const ids = set('target_ids', targetIds)
      db.transaction(() => assignments.replace(serverId, ids))
      return ids
    },
    /** In the transaction that creates a server. */
    welcome: (serverId: string) => assignments.replace(serverId, assignments.defaults()),
    /** A server is gone; in a transaction. */
    dismiss: (serverId: string) => assignments.replace(serverId, []),
  }
}
export type Catalogue = ReturnType<typeof makeCatalogue>

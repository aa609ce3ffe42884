import { randomUUID } from 'node:crypto'
import {
  ApiError,
  badRequest,
  type Clock,
  type Database,
  forbidden,
  invalid,
  normalizeName,
  notFound,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { NumbersStore } from '../numbers-store.ts'
import { readTarget } from '../validation.ts'
import { maxTargets, type NetworkSetting, type NetworkTarget, type NetworkTargetInput } from './network-schema.ts'
import { presets } from './presets.ts'
import { regionalPresets } from './regional-presets.ts'
import { assignmentsStore, type TargetRow, targetsStore } from './targets-store.ts'

const maxCustomTargets = 1000

const allPresets = [...presets, ...regionalPresets]
const presetOf: ReadonlyMap<string, (typeof allPresets)[number]> = new Map(
  allPresets.map((preset) => [preset.id, preset]),
)

interface Dependencies {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly numbers: NumbersStore
}

const toTarget = (row: TargetRow): NetworkTarget => ({
  ...row,
  source: null,
  source_name: null,
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})

const collator = new Intl.Collator('en', { numeric: true })
const byName = (a: TargetRow, b: TargetRow) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)

const validate = (input: NetworkTargetInput): NetworkTargetInput => ({
  name: normalizeName(input.name),
  provider: input.provider.trim(),
  location: input.location.trim(),
  target: readTarget(input.probe_type, input.target),
  probe_type: input.probe_type,
})

function requireRange(field: string, value: number, min: number, max: number): void {
  if (value >= min && value <= max) return
  const rule = { field, code: 'kernel.INTEGER_RANGE' as const, params: { min, max } }
  throw new ApiError(400, 'BAD_REQUEST', undefined, { fields: [rule] })
}

/** All targets, their assignments and the probe settings. */
export function makeTargetCatalog({ db, clock, numbers }: Dependencies) {
  const [targets, assignments] = [targetsStore(db), assignmentsStore(db)]

  const find = (id: string): NetworkTarget | undefined => {
    const preset = presetOf.get(id)
    if (preset) return preset
    const row = targets.get(id)
    return row && toTarget(row)
  }

  function getCustom(id: string): TargetRow {
    if (presetOf.has(id)) throw forbidden('probes.PRESET_TARGET')
    const row = targets.get(id)
    if (!row) throw notFound('probes.UNKNOWN_TARGET')
    return row
  }

  /** Validates target ids and removes duplicates. Throws 422. */
  function readTargetIds(field: string, ids: readonly string[]): string[] {
    const unique = [...new Set(ids)]
    if (unique.length > maxTargets) throw invalid(field, 'kernel.MAX_ITEMS', { count: maxTargets })
    const unknown = unique.find((id) => find(id) === undefined)
    if (unknown !== undefined) throw invalid(field, 'probes.CONTAINS_UNKNOWN_TARGET', { id: unknown })
    return unique
  }

  function save(row: TargetRow): NetworkTarget {
    targets.put(row)
    return toTarget(row)
  }

  const setting = (): NetworkSetting => ({ ...assignments.pace(), default_target_ids: assignments.defaults() })

  return {
    find,
    list: (): NetworkTarget[] => [...allPresets, ...targets.all().sort(byName).map(toTarget)],
    create(input: NetworkTargetInput): NetworkTarget {
      const row = validate(input)
      if (targets.count() >= maxCustomTargets) throw badRequest('probes.TARGET_LIMIT', { limit: maxCustomTargets })
      const now = toSeconds(clock.now())
      return save({ id: randomUUID(), ...row, created_at: now, updated_at: now })
    },
    /** Throws 403 for presets, and 404. */
    update(
      id: string,
      input: Partial<NetworkTargetInput>,
    ): { readonly before: TargetRow; readonly after: NetworkTarget } {
      const before = getCustom(id)
      const changed = { ...before, ...validate({ ...before, ...input }), updated_at: toSeconds(clock.now()) }
      return { before, after: save(changed) }
    },
    /** Deletes a target with its assignments and rounds. Returns the servers it was assigned to. Throws 403 for presets, and 404. */
    remove(id: string): { readonly name: string; readonly servers: readonly string[]; readonly number?: number } {
      const { name } = getCustom(id)
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
    configure({ interval, packet_count, default_target_ids }: NetworkSetting) {
      const before = setting()
      requireRange('interval', interval, 30, 600)
      requireRange('packet_count', packet_count, 5, 20)
      const ids = readTargetIds('default_target_ids', default_target_ids)
      db.transaction(() => {
        assignments.setPace({ interval, packet_count })
        assignments.setDefaults(ids)
      })
      return { before, after: setting() }
    },
    /** The targets of a server, in order of assignment. */
    assigned: (serverId: string): NetworkTarget[] => assignments.of(serverId).flatMap((id) => find(id) ?? []),
    /** Numbers of the targets of a server that have been probed. */
    assignedNumbers: assignments.numbers,
    isAssigned: (serverId: string, targetId: string): boolean => assignments.has(serverId, targetId),
    serversOf: assignments.servers,
    /** servers with targets */
    servers: (): string[] => [...assignments.all().keys()],
    assign(serverId: string, targetIds: readonly string[]) {
      const before = assignments.of(serverId)
      const after = readTargetIds('target_ids', targetIds)
      db.transaction(() => assignments.replace(serverId, after))
      return { before, after }
    },
    /** Assigns the same targets to several servers. Throws 422. */
    assignMany(serverIds: readonly string[], targetIds: readonly string[]) {
      const ids = readTargetIds('target_ids', targetIds)
      db.transaction(() => {
        for (const id of serverIds) assignments.replace(id, ids)
      })
      return ids
    },
    /** Call it in the transaction that creates a server. */
    assignDefaults: (serverId: string) => assignments.replace(serverId, assignments.defaults()),
  }
}
export type TargetCatalog = ReturnType<typeof makeTargetCatalog>

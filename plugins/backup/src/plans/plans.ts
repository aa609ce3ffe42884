import { randomUUID } from 'node:crypto'
import type { Notifications } from '@svc/plugin-alerts/contract'
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
import type { Destinations } from '../destinations/destinations.ts'
import type { PlanDestination, PlanInput, PlanUpdate, Schedule } from './plan-schema.ts'
import type { PlanSecrets, SealedSecrets } from './plan-secrets.ts'
import type { PlanRow, PlanSettings, PlansStore } from './plans-store.ts'
import { nextStart } from './schedule.ts'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly timezone: string
  readonly store: PlansStore
  readonly destinations: Destinations
  readonly secrets: SealedSecrets
  /** undefined while the alerts plugin is disabled */
  readonly notifications: Pick<Notifications, 'hasGroup'> | undefined
}

const maxPlans = 50

/** A validated change, to run in the transaction of its audit entry. */
type Change = () => PlanRow

export const destinationOf = ({ destination_json }: Pick<PlanRow, 'destination_json'>): PlanDestination =>
  JSON.parse(destination_json)
export const scheduleOf = ({ schedule_json }: Pick<PlanRow, 'schedule_json'>): Schedule => JSON.parse(schedule_json)

/** Creates, changes and deletes scheduled backups. */
export function makePlans({ db, clock, timezone, store, destinations, secrets, notifications }: Dependencies) {
  const getOrThrow = (id: string): PlanRow => {
    const row = store.get(id)
    if (!row) throw notFound('backup.UNKNOWN_PLAN')
    return row
  }

  /** An unchanged group is valid even while the alerts plugin is disabled. */
  function readGroup(id: string | null, before: string | null): string | null {
    if (id === null || id === before) return id
    if (!notifications?.hasGroup(id)) throw invalid('notification_group_id', 'backup.GROUP_MUST_EXIST')
    return id
  }

  /**
   * Destination and secrets of an input. The secret key of the former destination is used on only for the same endpoint:
   * otherwise somebody who may not read it could have it used against a store of their own.
   */
  function readPlace(input: PlanUpdate, before?: PlanRow): { place: PlanDestination; values: PlanSecrets } {
    const old = before && { place: destinationOf(before), values: secrets.open(before) }
    const place = input.destination ? destinations.read(input.destination) : old?.place
    const passphrase = input.passphrase ?? old?.values?.passphrase
    if (!place) throw invalid('destination', 'kernel.REQUIRED')
    if (passphrase === undefined) throw invalid('passphrase', 'kernel.REQUIRED')
    if (place.kind === 'directory') return { place, values: { passphrase } }
    const isSameStore = old?.place.kind === 's3' && old.place.endpoint === place.endpoint
    const key = input.destination?.secret_access_key ?? (isSameStore ? old?.values?.secret_access_key : undefined)
    if (key === undefined) throw invalid('destination.secret_access_key', 'kernel.REQUIRED')
    return { place, values: { passphrase, secret_access_key: key } }
  }

  /** Whether the change decides where all secrets go, or who can read them. */
  const needsProof = (input: PlanUpdate, before: PlanRow): boolean =>
    input.passphrase !== undefined ||
    (input.destination !== undefined &&
      (input.destination.secret_access_key !== undefined ||
        JSON.stringify(destinations.read(input.destination)) !== before.destination_json))

  const nextRunAt = (schedule: Schedule) => nextStart(schedule, timezone, toSeconds(clock.now()))

  function settingsOf(id: string, input: PlanUpdate, before: PlanRow | undefined): PlanSettings {
    const { place, values } = readPlace(input, before)
    const destinationJson = JSON.stringify(place)
    const taken = store.byDestination(destinationJson)
    if (taken && taken.id !== id) throw conflict('backup.DESTINATION_TAKEN', { name: taken.name })
    const schedule = input.schedule ?? (before && scheduleOf(before))
    if (!schedule) throw invalid('schedule', 'kernel.REQUIRED')
    const enabled = input.enabled ?? (before ? before.enabled === 1 : true)
    const isKept = before?.enabled === 1 && enabled && input.schedule === undefined
    const { keep_last = before ? before.keep_last : 7, keep_days = before ? before.keep_days : null } = input
    const group = input.notification_group_id
    return {
      name: normalizeName(input.name ?? before?.name ?? ''),
      enabled: Number(enabled),
      destination_json: destinationJson,
      sealed: secrets.seal(id, values),
      schedule_json: JSON.stringify(schedule),
      keep_last,
      keep_days,
      notification_group_id:
        group === undefined
          ? (before?.notification_group_id ?? null)
          : readGroup(group, before?.notification_group_id ?? null),
      next_run_at: isKept ? before.next_run_at : enabled ? nextRunAt(schedule) : null,
    }
  }

  const check = async ({ destination_json }: PlanSettings, values: PlanSecrets, signal: AbortSignal) =>
    destinations.open(JSON.parse(destination_json), values).check(signal)

  return {
    list: store.list,
    get: getOrThrow,
    needsProof: (id: string, input: PlanUpdate): boolean => needsProof(input, getOrThrow(id)),

    /** Validates a new plan and checks its destination. */
    async create(input: PlanInput, signal: AbortSignal): Promise<Change> {
      const id = randomUUID()
      await check(settingsOf(id, input, undefined), readPlace(input).values, signal)
      return () => {
        if (store.count() >= maxPlans) throw badRequest('backup.TOO_MANY_PLANS', { limit: maxPlans })
        store.insert({ ...settingsOf(id, input, undefined), id, created_at: toSeconds(clock.now()) })
        return getOrThrow(id)
      }
    },

    /** Validates an update, and checks a new destination. */
    async update(id: string, input: PlanUpdate, signal: AbortSignal): Promise<Change> {
      const row = getOrThrow(id)
      if (input.destination && needsProof(input, row)) {
        await check(settingsOf(id, input, row), readPlace(input, row).values, signal)
      }
      return () => {
        const before = getOrThrow(id)
        if (before.destination_json !== row.destination_json || before.sealed !== row.sealed) {
          throw conflict('backup.CHANGED_MEANWHILE')
        }
        const settings = settingsOf(id, input, before)
        if (settings.destination_json !== before.destination_json) {
          if (before.running_since !== null) throw conflict('backup.PLAN_RUNNING')
          store.setPending(id, null)
        }
        store.update({ ...settings, id })
        return getOrThrow(id)
      }
    },

    /** Backups that it made stay. */
    remove(id: string): PlanRow {
      const row = getOrThrow(id)
      if (row.running_since !== null) throw conflict('backup.PLAN_RUNNING')
      store.remove(id)
      return row
    },

    /** The destination of a plan, and its secrets. Throws 409 when they cannot be decrypted. */
    open(row: PlanRow) {
      const values = secrets.open(row)
      if (!values) throw conflict('backup.SECRETS_LOST')
      return { destination: destinations.open(destinationOf(row), values), passphrase: values.passphrase }
    },

    nextRunAt: (row: PlanRow): number => nextRunAt(scheduleOf(row)),

    /** Groups may have been deleted while this plugin was disabled, or right before a crash. */
    removeDeletedGroups() {
      if (!notifications) return
      db.transaction(() => {
        for (const { notification_group_id: id } of store.list()) {
          if (id !== null && !notifications.hasGroup(id)) store.removeGroup(id)
        }
      })
    },
  }
}
export type Plans = ReturnType<typeof makePlans>

import { ApiError, type Clock, type CodedText, conflict, type Logger, text } from '@svc/plugin-sdk'
import type { CheckType } from '../checks/check-type.ts'
import { failed, type Outcome } from '../checks/check-type.ts'
import { configError } from '../checks/config-reader.ts'
import type { MonitorType } from '../monitor-schema.ts'
import type { ConfigEncryption } from '../monitors/config-encryption.ts'
import type { MonitorRow } from '../monitors/monitors-store.ts'
import type { RecordRow } from '../records/records-store.ts'
import type { SaveOutcome } from './save-outcome.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
  readonly encryption: Pick<ConfigEncryption, 'decrypt'>
  readonly checkTypeOf: (type: MonitorType) => CheckType
  readonly save: SaveOutcome
  /** called after the commit */
  onChecked(monitorId: string): void
}

type OnSaved = (record: RecordRow) => void

interface RunningCheck {
  readonly controller: AbortController
  readonly done: Promise<RecordRow | undefined>
}

/** The settings of a monitor no longer pass the validation. */
function settingsInvalid({ fields: [violation] }: ApiError): CodedText {
  if (!violation) return text('monitors.SETTINGS_INVALID')
  const { field, ...rule } = violation
  return text('monitors.FIELD_INVALID', { field, rule })
}

/** Runs checks, at most one per monitor at a time, scheduled or manual. Outcomes of cancelled checks are dropped. */
export function makeCheckRunner({ clock, log, encryption, checkTypeOf, save, onChecked }: Parts) {
  const running = new Map<string, RunningCheck>()

  async function check(row: MonitorRow, signal: AbortSignal): Promise<Outcome> {
    const checkType = checkTypeOf(row.monitor_type)
    const stored = encryption.decrypt(row)
    if (!stored) throw configError('headers', 'monitors.HEADERS_UNREADABLE')
    const { target, memory } = row
    return checkType.check({ target, config: await checkType.readConfig(stored), memory, signal })
  }

  async function outcomeOf(row: MonitorRow, signal: AbortSignal): Promise<Outcome> {
    try {
      return await check(row, signal)
    } catch (error) {
      // Validation became stricter since this monitor was saved.
      if (error instanceof ApiError) return failed(settingsInvalid(error))
      if (!signal.aborted) log.error({ err: error, monitor: row.id }, 'monitor check threw an unexpected error')
      return failed(text('monitors.CHECK_CRASHED'))
    }
  }

  async function run(row: MonitorRow, signal: AbortSignal, onSaved?: OnSaved): Promise<RecordRow | undefined> {
    const startedAt = clock.now()
    const outcome = await outcomeOf(row, signal)
    return signal.aborted ? undefined : save(row.id, outcome, startedAt, onSaved)
  }

  return {
    isRunning: (monitorId: string) => running.has(monitorId),
    /**
     * Checks a monitor and saves the outcome. Undefined when the monitor was changed or deleted meanwhile. Throws 409
     * while another check of it is running. `onSaved` runs in the transaction that saves the record.
     */
    async check(row: MonitorRow, onSaved?: OnSaved): Promise<RecordRow | undefined> {
      if (running.has(row.id)) throw conflict('monitors.ALREADY_CHECKING')
      const controller = new AbortController()
      const own: RunningCheck = { controller, done: run(row, controller.signal, onSaved) }
      running.set(row.id, own)
      try {
        return await own.done
      } finally {
        if (running.get(row.id) === own) running.delete(row.id)
        if (!controller.signal.aborted) onChecked(row.id)
      }
    },
    /** Cancels the running check of a monitor that was changed or deleted. */
    cancel(monitorId: string) {
      running.get(monitorId)?.controller.abort()
      running.delete(monitorId)
    },
    /** Cancels all checks and waits until they have ended. */
    async close() {
      const checks = [...running.values()]
      for (const { controller } of checks) controller.abort()
      await Promise.allSettled(checks.map(({ done }) => done))
    },
  }
}
export type CheckRunner = ReturnType<typeof makeCheckRunner>

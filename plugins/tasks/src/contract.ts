import { type PointRef, point } from '@svc/plugin-sdk'

export type {
  AlertTrigger,
  End,
  RunOutput,
  RunServer,
  RunState,
  RunSummary,
  SchedulePreview,
  Task,
  TaskInput,
  TaskResultRow,
  TaskRun,
  TaskType,
  TaskUpdate,
  Trigger,
} from './task-schema.ts'

/** A run that ended without being cancelled. */
export interface FinishedRun {
  readonly runId: string
  readonly taskId: string
  /** null for a one-shot command */
  readonly taskName: string | null
  /** servers, and those of them without success for whatever reason */
  readonly total: number
  readonly failed: number
  /** of the failed ones */
  readonly timedOut: number
  readonly offline: number
  readonly denied: number
}

/** Hears of runs that ended. */
export interface RunObserver {
  readonly plugin: string
  /** Called in the transaction that records the end. */
  finished(run: FinishedRun): void
}

/** Observers of runs. Keyed by plugin. */
export const runObservers: PointRef<RunObserver> = point('tasks.runObservers', (item) => item.plugin)

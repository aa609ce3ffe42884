import { type Clock, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Operation } from './backup-schema.ts'
import { isBusy } from './errors.ts'

export type Step = Operation['step']
interface Amount {
  readonly done: number
  readonly total: number
}

/** Says what an operation does. */
export interface Steps {
  /** The next step; `read` says how far it is. */
  begin(step: Step, read?: () => Amount): void
}

const unknown = (): Amount => ({ done: 0, total: 0 })

/** Runs one backup or restore at a time, because each of them may need as much disk as the database. */
export function makeOperations(clock: Pick<Clock, 'now'>) {
  let current:
    | { kind: Operation['kind']; planId: string | null; step: Step; read: () => Amount; at: number }
    | undefined
  return {
    /** Throws 409 while another one runs. */
    async run<T>(
      { kind, planId = null, step }: { kind: Operation['kind']; planId?: string | null; step: Step },
      act: (steps: Steps) => Promise<T>,
    ): Promise<T> {
      if (current) throw isBusy()
      const own = { kind, planId, step, read: unknown, at: toSeconds(clock.now()) }
      current = own
      try {
        return await act({
          begin(next, read = unknown) {
            Object.assign(own, { step: next, read })
          },
        })
      } finally {
        current = undefined
      }
    },
    isBusy: () => current !== undefined,
    view(): Operation | null {
      if (!current) return null
      const { kind, planId, step, read, at } = current
      return { kind, plan_id: planId, step, ...read(), started_at: toTimestamp(at) }
    },
  }
}
export type Operations = ReturnType<typeof makeOperations>

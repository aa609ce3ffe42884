import type { Logger } from '@svc/plugin-sdk'
import { withTimeout } from './timeout.ts'

export interface Closing {
  /** Registers how to undo a step of the boot. */
  add(what: string, undo: () => unknown): void
  /** Undoes all steps, last first. A step that fails or hangs is logged; the others still run. */
  run(log?: Logger): Promise<void>
}

/** A step that takes longer is abandoned and logged. */
const timeoutMs = 10_000

export function makeClosing(): Closing {
  const steps: { what: string; undo: () => unknown }[] = []
  return {
    add: (what, undo) => void steps.push({ what, undo }),
    async run(log) {
      for (let step = steps.pop(); step; step = steps.pop()) {
        const { what, undo } = step
        try {
          await withTimeout((async () => undo())(), timeoutMs, what)
        } catch (err) {
          log?.error({ err }, `could not close ${what}`)
        }
      }
    },
  }
}

import type { Logger } from '@svc/plugin-sdk'
import { within } from './within.ts'

export interface Closing {
  /** Remembers how to undo a step of the boot. */
  add(what: string, undo: () => unknown): void
  /** Undoes all steps, last first. A step that fails or hangs is logged and does not keep the others from running. */
  run(log?: Logger): Promise<void>
}

/** No step may take longer; what it holds is lost then, and said so. */
const limitMs = 10_000

export function makeClosing(): Closing {
  const steps: { what: string; undo: () => unknown }[] = []
  return {
    add: (what, undo) => void steps.push({ what, undo }),
    async run(log) {
      for (let step = steps.pop(); step; step = steps.pop()) {
        const { what, undo } = step
        try {
          await within((async () => undo())(), limitMs, 'it')
        } catch (err) {
          log?.error({ err }, `closing ${what} failed`)
        }
      }
    },
  }
}

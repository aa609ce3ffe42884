import type { RuleHistory } from '@svc/plugin-alerts/contract'
import type { Core } from '@svc/plugin-sdk'
import { networkTypes } from './compared-value.ts'
import { lookBack } from './history/recent-minutes.ts'
import type { Replayed, ReplayInput } from './replay-worker.ts'
import type { TargetCatalog } from './target-catalog.ts'

const worker = new URL('./replay-worker.js', import.meta.url)

interface Dependencies extends Pick<Core, 'offload'> {
  readonly catalog: Pick<TargetCatalog, 'assignedNumbers'>
}

/** Evaluates conditions over the stored rounds of the targets that servers have today; those of the last minute are not. */
export const makeRuleHistories = ({ offload, catalog }: Dependencies): RuleHistory[] =>
  networkTypes.map((type) => ({
    type,
    async replay({ min = null, max = null, window }, servers, span, signal) {
      const measured = servers.flatMap(({ id, number }) => {
        const targets = catalog.assignedNumbers(id)
        return targets.length > 0 ? { number, targets } : []
      })
      const input: ReplayInput = {
        ...span,
        type,
        condition: { min, max },
        window: window ?? lookBack,
        servers: measured,
      }
      const ids = new Map(servers.map(({ id, number }) => [number, id]))
      const replayed = await offload<ReplayInput, Replayed>(worker, input, { signal })
      return new Map(replayed.map(([number, minutes]) => [ids.get(number) ?? '', minutes]))
    },
  }))

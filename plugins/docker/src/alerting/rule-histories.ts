import type { MatchingMinutes, RuleHistory } from '@svc/plugin-alerts/contract'
import type { Core } from '@svc/plugin-sdk'
import { containerTypes } from './container-states.ts'
import type { ReplayInput } from './replay-worker.ts'

const worker = new URL('./replay-worker.js', import.meta.url)

/** Evaluates conditions about containers over the stored events of their daemons. */
export const makeRuleHistories = ({ offload }: Pick<Core, 'offload'>): RuleHistory[] =>
  containerTypes.map((type) => ({
    type,
    replay: ({ pattern }, servers, span, signal) =>
      offload<ReplayInput, MatchingMinutes>(
        worker,
        { ...span, type, pattern: pattern ?? null, serverIds: servers.map(({ id }) => id) },
        { signal },
      ),
  }))

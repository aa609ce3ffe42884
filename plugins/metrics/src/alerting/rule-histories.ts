import type { RuleHistory } from '@svc/plugin-alerts/contract'
import type { Server } from '@svc/plugin-enrollment/contract'
import type { Core } from '@svc/plugin-sdk'
import { recentSpan, watchedColumns } from '../recent-minutes.ts'
import type { Replayed, ReplayedServer, ReplayInput } from './replay-worker.ts'
import { percentColumns } from './threshold-types.ts'

const worker = new URL('./replay-worker.js', import.meta.url)
/** seconds; the default of the rule type */
const offlineDuration = 60

/** Evaluates conditions over stored records, and `offline` over the minutes without any. */
export function makeRuleHistories({ offload }: Pick<Core, 'offload'>): RuleHistory[] {
  const history = (
    type: string,
    column: string | null,
    toReplayed: (server: Server) => ReplayedServer | undefined = ({ number }) => ({ number }),
  ): RuleHistory => ({
    type,
    async replay({ min = null, max = null, share = null, window, duration }, servers, span, signal) {
      const input: ReplayInput = {
        ...span,
        servers: servers.flatMap((server) => toReplayed(server) ?? []),
        condition: { min, max, share },
        window: window ?? recentSpan,
        column,
        offlineSeconds: duration ?? offlineDuration,
      }
      const ids = new Map(servers.map(({ id, number }) => [number, id]))
      const replayed = await offload<ReplayInput, Replayed>(worker, input, { signal })
      return new Map(replayed.map(([number, minutes]) => [ids.get(number) ?? '', minutes]))
    },
  })
  return [
    ...watchedColumns.map(({ name, alert }) => history(alert as string, name)),
    ...percentColumns.map(({ type, column, total }) =>
      history(type, column, (server) => {
        const size = total(server) ?? 0
        return size > 0 ? { number: server.number, total: size } : undefined
      }),
    ),
    history('offline', null),
  ]
}

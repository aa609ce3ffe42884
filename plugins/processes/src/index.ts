import { viewerStreams, whileWatched } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { sanitize } from './sanitize.ts'
import {
  AgentProcessesUnavailable,
  Processes,
  ProcessesStart,
  ProcessesStop,
  ProcessesSubscribe,
  ProcessesUnavailable,
  ProcessesUnsubscribe,
  ProcessesUpdate,
} from './wire.ts'

export default definePlugin({
  id: 'processes',
  setup: () => ({
    contributes: contribute(viewerStreams, {
      subscribe: ProcessesSubscribe,
      unsubscribe: ProcessesUnsubscribe,
      capability: 'processes',
      start: (send) => send(ProcessesStart, {}),
      stop: (send) => send(ProcessesStop, {}),
      updates: [
        whileWatched(Processes, (list, { send }) => send(ProcessesUpdate, sanitize(list))),
        whileWatched(AgentProcessesUnavailable, (_, { unavailable }) => unavailable()),
      ],
      unavailable: (reason, send) => send(ProcessesUnavailable, { reason }),
    }),
  }),
})

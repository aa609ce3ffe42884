import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { ProcessesStart, ProcessesStop } from '@svc/plugin-processes/wire'
import { makeCollector } from './collector.ts'
import { makeWatch } from './watch.ts'

/** Reports the top processes by CPU and memory while the server requests them. */
export default defineAgentPlugin({
  id: 'processes',
  setup({ log }) {
    const watch = makeWatch({ collector: process.platform === 'linux' ? () => makeCollector() : undefined, log })
    return {
      handlers: [
        handle(ProcessesStart, 'processes', (_, link) => watch.start(link)),
        handle(ProcessesStop, 'processes', watch.stop),
      ],
      close: watch.stop,
    }
  },
})

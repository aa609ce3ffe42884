import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { ProcessesStart, ProcessesStop } from '@svc/protocol'
import { makeCollector } from './collector.js'
import { makeWatch } from './watch.js'

/** The top processes by CPU and memory, while the server asks for them. */
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

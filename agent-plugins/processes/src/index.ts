import { Type } from '@sinclair/typebox'
import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { ProcessesStart, ProcessesStop } from '@svc/plugin-processes/wire'
import { makeCollector } from './collector.ts'
import { makeWatch } from './watch.ts'

const config = Type.Object({
  processes: Type.Object({
    command_lines: Type.Boolean({
      default: true,
      description: 'send command lines, with values that look like secrets masked',
    }),
  }),
})

/** Reports the top processes by CPU and memory while the server requests them. */
export default defineAgentPlugin({
  id: 'processes',
  config,
  setup({ config: { processes }, log }) {
    const collector = () => makeCollector({ commandLines: processes.command_lines })
    const watch = makeWatch({ collector: process.platform === 'linux' ? collector : undefined, log })
    return {
      handlers: [
        handle(ProcessesStart, 'processes', (_, link) => watch.start(link)),
        handle(ProcessesStop, 'processes', watch.stop),
      ],
      close: watch.stop,
    }
  },
})

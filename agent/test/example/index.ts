import { readFile } from 'node:fs/promises'
import { Type } from '@sinclair/typebox'
import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { TailLog } from './messages.ts'

export default defineAgentPlugin({
  id: 'log-tail',
  config: Type.Object({
    log_tail: Type.Object({ path: Type.String({ default: '' }) }),
  }),
  setup({ config: { log_tail: settings } }) {
    if (!settings.path) return { unavailable: { file: 'log_tail.path is not set' } }
    return {
      handlers: [
        handle(TailLog, async ({ lines }, { reply, signal }) => {
          const text = await readFile(settings.path, { encoding: 'utf8', signal })
          await reply({ lines: text.trimEnd().split('\n').slice(-lines), error: null })
        }),
      ],
    }
  },
})

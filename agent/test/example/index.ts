import { readFile } from 'node:fs/promises'
import { Type } from '@sinclair/typebox'
import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { LogTail, LogTailResult } from './messages.ts'

export default defineAgentPlugin({
  id: 'log-tail',
  config: Type.Object({
    log_tail: Type.Object({ path: Type.String({ default: '' }) }),
  }),
  setup({ config: { log_tail: settings }, log }) {
    if (!settings.path) return { unavailable: { file: 'log_tail.path is not set' } }
    return {
      handlers: [
        handle(LogTail, 'file', async ({ msg_id, lines }, link) => {
          try {
            const text = await readFile(settings.path, 'utf8')
            link.send(LogTailResult, { msg_id, lines: text.trimEnd().split('\n').slice(-lines), error: null })
          } catch (error) {
            log.warn({ path: settings.path }, 'the log cannot be read')
            link.send(LogTailResult, { msg_id, lines: [], error: String(error) })
          }
        }),
      ],
    }
  },
})

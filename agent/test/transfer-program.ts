import { setFlagsFromString } from 'node:v8'
import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { defineMessage, defineRequest, defineStream, str, u64 } from '@svc/protocol'
import { startAgent } from '../src/agent.ts'
import { readAgentSources, readConfig } from '../src/config.ts'
import { makeLog } from '../src/log.ts'

// The agent as a process, with one plugin that streams. Its argument is the configuration file.

setFlagsFromString('--optimize-for-size')
setFlagsFromString('--semi-space-growth-factor=1')

const id = { transfer_id: str() }
const Download = defineStream({
  capability: 'file',
  id: 'transfer_id',
  open: defineMessage('file_download_start', { ...id, size: u64() }),
  ready: defineMessage('file_download_ready', { ...id, size: u64() }),
  chunk: defineMessage('file_download_chunk', { ...id, offset: u64(), data: str() }),
  end: defineMessage('file_download_end', id),
  error: defineMessage('file_download_error', { ...id, error: str() }),
  cancel: defineMessage('file_download_cancel', id),
})
const Progress = defineRequest({
  capability: 'file',
  id: 'msg_id',
  request: defineMessage('transfer_progress', { msg_id: str() }),
  reply: defineMessage('transfer_progress_result', { msg_id: str(), open: u64(), sent: u64() }),
})

const chunkBytes = 384 * 1024
let open = 0
let sent = 0

const plugin = defineAgentPlugin({
  id: 'transfer',
  setup: () => ({
    handlers: [
      handle(Progress, (_, { reply }) => reply({ open, sent })),
      handle(Download, async ({ size }, { stream }) => {
        open += 1
        sent = 0
        try {
          await stream.ready({ size })
          while (sent < size) {
            const chunk = Buffer.alloc(Math.min(chunkBytes, size - sent), sent % 251)
            await stream.send({ offset: sent, data: chunk.toString('base64') })
            sent += chunk.length
          }
          await stream.end({})
        } finally {
          open -= 1
        }
      }),
    ],
  }),
})

const { sources, tokenFile } = readAgentSources({ env: process.env, cwd: process.cwd(), file: process.argv[2] })
const config = readConfig(sources)
const { log } = makeLog(config.core.log)
const agent = await startAgent({
  sources,
  tokenFile,
  config,
  allow: [{ name: 'file', source: 'the test' }],
  deny: [],
  candidates: [
    {
      manifest: {
        package: 'transfer',
        version: '0.0.0',
        capabilities: new Map([['file', { risk: 'high' as const }]]),
        tables: [],
        commands: new Map(),
      },
      load: async () => ({ default: plugin }),
    },
  ],
  version: '0.0.0',
  log,
  logOf: () => log,
})
process.on('SIGTERM', () => void agent.close())
await agent.finished

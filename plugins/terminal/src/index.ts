import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { agents, serverTables } from '@svc/plugin-enrollment/contract'
import { contribute, credentialsRevoked, dataFiles, definePlugin, listen } from '@svc/plugin-sdk'
import { audit, settings } from '@svc/plugin-system/contract'
import { config } from './config.ts'
import { recordingsTable } from './migrations/001-recordings.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { recordingRoutes } from './recordings/recording-routes.ts'
import type { TerminalSettings } from './recordings/recording-schema.ts'
import { makeRecordings } from './recordings/recordings.ts'
import { recordingsStore } from './recordings/recordings-store.ts'
import { makeTerminalSessions } from './sessions/terminal-sessions.ts'

const Size = Type.Integer({ minimum: 1, maximum: 1000 })
const settingsKey = 'terminal'
const folder = 'terminal-recordings'
const defaults: TerminalSettings = { recording: false }

export default definePlugin({
  id: 'terminal',
  config,
  requires: { agents, audit, settings },
  migrations: [recordingsTable],
  setup({ config: { retention, terminal }, settings, ...core }) {
    const own = {
      get: () => settings.get<TerminalSettings>(settingsKey) ?? defaults,
      set: (value: TerminalSettings) => settings.set(settingsKey, value),
    }
    const store = recordingsStore(core.db)
    const recordings = makeRecordings({
      ...core,
      store,
      directory: join(core.dataDir, folder),
      keepDays: retention.terminal_recordings_days,
      maxBytes: terminal.max_recording_size,
      maxTotalBytes: terminal.max_total_recordings_size,
      isEnabled: () => own.get().recording,
    })
    const sessions = makeTerminalSessions({ ...core, recordings })
    return {
      contributes: [
        ...contribute(serverTables, { table: 'terminal_recordings', column: 'server_id' }),
        ...contribute(dataFiles, { name: folder, kind: 'folder' }),
      ],
      on: [listen(credentialsRevoked, sessions.revoke)],
      jobs: [{ name: 'RecordingCleanup', every: 3_600_000, run: recordings.cleanUp }],
      routes: async (app) => {
        app.get(
          '/api/ws/terminal/:server_id',
          {
            websocket: true,
            config: {
              access: 'admin',
              server: 'server_id',
              capability: 'terminal',
              deniedAction: 'terminal_open_denied',
              // What is pasted comes in one frame; each movement of the mouse may be one.
              frames: { maxBytes: 1024 * 1024, perSecond: 1000 },
            },
            schema: {
              summary: 'Terminal session',
              description:
                'Sends `session` with `session_id` first, then `started`, or `challenge` if the host wants an approval. ' +
                'Receives `input` with base64 `data`, `resize` with `rows` and `cols`, `approval`, `output_shown` with ' +
                '`bytes`, and `close`; the first frame of a resumed session is `resume` with its `secret` and `offset`. ' +
                'Sends `output` with base64 `data`, `recording_stopped`, and `error` when the session has ended.',
              querystring: Type.Object({
                rows: Type.Optional(Size),
                cols: Type.Optional(Size),
                resumable: Type.Optional(Type.Boolean()),
                resume: Type.Optional(Type.String({ maxLength: 64 })),
              }),
            },
          },
          (socket, req) => sessions.accept(socket, req, req.visibleServer, req.query),
        )
        await app.register(passkeyRoutes(core))
        await app.register(recordingRoutes({ ...core, recordings, store, settings: own }))
      },
      ready: recordings.recover,
      async close() {
        sessions.close()
        await recordings.close()
      },
    }
  },
})

import type { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import { conflict, data, notFound, Ok, ok, type Routes, toTimestamp } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { Recording, RecordingPage, TerminalSettings } from './recording-schema.ts'
import type { Recordings } from './recordings.ts'
import type { RecordingRow, RecordingsStore } from './recordings-store.ts'

interface Dependencies {
  readonly audit: Audit
  readonly recordings: Pick<Recordings, 'read' | 'removeFile'>
  readonly store: RecordingsStore
  readonly settings: {
    get(): TerminalSettings
    set(settings: TerminalSettings): void
  }
}

const params = Type.Object({ id: Type.String({ maxLength: 64 }) })

const cast = {
  200: {
    description: 'asciicast v2',
    content: { 'application/x-asciicast': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) } },
  },
}

const viewOf = ({ started_at, ended_at, ...row }: RecordingRow): Recording => ({
  ...row,
  started_at: toTimestamp(started_at),
  ended_at: ended_at === null ? null : toTimestamp(ended_at),
})

/** Recordings of terminal sessions, and whether sessions are recorded. */
export const recordingRoutes =
  ({ audit, recordings, store, settings }: Dependencies): Routes =>
  async (app) => {
    const access = { config: { access: 'admin' } } as const
    const find = (id: string): RecordingRow => {
      const row = store.get(id)
      if (!row) throw notFound('terminal.UNKNOWN_RECORDING')
      return row
    }

    app.get(
      '/api/terminal/settings',
      { ...access, schema: { summary: 'Terminal settings', response: { 200: data(TerminalSettings) } } },
      async () => ({ data: settings.get() }),
    )

    app.put(
      '/api/terminal/settings',
      {
        ...access,
        schema: {
          summary: 'Change the terminal settings',
          body: TerminalSettings,
          response: { 200: data(TerminalSettings) },
        },
      },
      async (req) => {
        const { recording } = req.body
        const change = () => {
          const isChanged = settings.get().recording !== recording
          if (isChanged) settings.set({ recording })
          return isChanged
        }
        audit.act(req, 'terminal_recording_switched', change, (isChanged) =>
          isChanged ? { enabled: recording } : undefined,
        )
        return { data: settings.get() }
      },
    )

    app.get(
      '/api/terminal/recordings',
      {
        ...access,
        schema: {
          summary: 'Recorded terminal sessions, newest first',
          querystring: Type.Object({
            server_id: Type.Optional(Type.String({ maxLength: 64 })),
            limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
            offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
          }),
          response: { 200: data(RecordingPage) },
        },
      },
      async ({ query: { server_id: serverId, limit, offset } }) => {
        const { rows, total } = store.page({ serverId, limit, offset })
        return { data: { recordings: rows.map(viewOf), total } }
      },
    )

    app.get(
      '/api/terminal/recordings/:id',
      { ...access, schema: { summary: 'One recording', params, response: { 200: data(Recording) } } },
      async (req) => ({ data: viewOf(find(req.params.id)) }),
    )

    app.get(
      '/api/terminal/recordings/:id/cast',
      {
        ...access,
        exposeHeadRoute: false,
        schema: {
          summary: 'The recording as asciicast v2, to be played; everything that was shown, and nothing that was typed',
          params,
          response: cast,
        },
      },
      async (req, reply) => {
        const { id, server_id, username } = find(req.params.id)
        const { userId } = req.principal
        const detail = { recording_id: id, server_id, username }
        audit.write({ userId, ip: req.ip, action: 'terminal_recording_read', detail })
        reply.type('application/x-asciicast').header('content-disposition', `attachment; filename="${id}.cast"`)
        return reply.send(recordings.read(id))
      },
    )

    app.delete(
      '/api/terminal/recordings/:id',
      { ...access, schema: { summary: 'Delete a recording', params, response: { 200: Ok } } },
      async (req) => {
        const { id, server_id, username, ended_at } = find(req.params.id)
        if (ended_at === null) throw conflict('terminal.RECORDING_RUNNING')
        audit.act(
          req,
          'terminal_recording_deleted',
          () => store.remove(id),
          () => ({ recording_id: id, server_id, username }),
        )
        await recordings.removeFile(id)
        return ok
      },
    )
  }

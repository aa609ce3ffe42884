import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas, OneOf } from '@svc/plugin-sdk'

/** Why the end of a session is missing: its recording became too large, could not be written, or the server crashed. */
export const Cut = OneOf('size_limit', 'failed', 'server_crash')
export type Cut = Static<typeof Cut>

export const Recording = Type.Object({
  id: Type.String({ description: 'of the session' }),
  server_id: Type.String(),
  user_id: Type.String(),
  username: Type.String({ description: 'when the session began' }),
  started_at: Type.String(),
  ended_at: Nullable(Type.String({ description: 'null while the session is recorded' })),
  duration_ms: Type.Integer({ description: 'until the last event; 0 while the session is recorded' }),
  bytes: Type.Integer({ description: 'of the file; 0 while the session is recorded' }),
  cut: Nullable(Cut),
})
export type Recording = Static<typeof Recording>

export const RecordingPage = Type.Object({
  recordings: Type.Array(Recording),
  total: Type.Integer(),
})
export type RecordingPage = Static<typeof RecordingPage>

export const TerminalSettings = Type.Object({
  recording: Type.Boolean({ description: 'whether new sessions are recorded' }),
})
export type TerminalSettings = Static<typeof TerminalSettings>

nameSchemas({ Recording, RecordingPage, TerminalSettings })

import { Type } from '@sinclair/typebox'

const size = (bytes: number, description: string) =>
  Type.Integer({ default: bytes, minimum: 65_536, maximum: Number.MAX_SAFE_INTEGER, description })

export const config = Type.Object({
  retention: Type.Object({
    terminal_recordings_days: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep recordings of terminal sessions',
    }),
  }),
  terminal: Type.Object({
    max_recording_size: size(33_554_432, 'bytes of one recording; the rest of its session is not recorded'),
    max_total_recordings_size: size(1_073_741_824, 'bytes of all recordings; the oldest are deleted to make room'),
  }),
})

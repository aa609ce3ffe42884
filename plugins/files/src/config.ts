import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  file: Type.Object({
    max_upload_size: Type.Integer({
      default: 104_857_600,
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'bytes of the largest file that can be uploaded to a host',
    }),
  }),
})

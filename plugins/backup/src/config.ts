import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  backup: Type.Object({
    max_restore_size: Type.Integer({
      default: 64 * 1024 ** 3,
      minimum: 1024,
      description: 'limit of a restored file, in bytes',
    }),
  }),
})

import type { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'

/** A response that is a file. */
export const Binary = {
  description: 'The file',
  content: {
    'application/octet-stream': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) },
  },
}

import multipart from '@fastify/multipart'
import { Type } from '@sinclair/typebox'
import { ApiError, data, type Routes } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import { limits } from '@svc/widget-package'
import { fetchPackage } from '../install/fetch-package.ts'
import { readSent, rejection } from '../install/rejection.ts'
import { Installed } from '../module-schema.ts'
import type { Do } from '../modules/acts.ts'
import type { Modules, Source } from '../modules/modules.ts'

interface Dependencies {
  readonly modules: Modules
  readonly outbound: Outbound
  readonly act: Do
}

/** What of a request is read; declared here because the library's types belong to the whole program. */
interface Upload {
  readonly query: unknown
  readonly raw: { unpipe(): unknown; resume(): unknown }
  isMultipart(): boolean
  parts(): AsyncIterable<
    { readonly type: 'field' } | { readonly type: 'file'; readonly fieldname: string; toBuffer(): Promise<Buffer> }
  >
}

const nothing = 'send one file in the multipart field `file`, or a URL in the query parameter `url`'

async function uploaded(request: Upload): Promise<Buffer> {
  if (!request.isMultipart()) throw rejection(nothing)
  try {
    let found: Buffer | undefined
    for await (const part of request.parts()) {
      if (part.type === 'field') continue
      if (found || part.fieldname !== 'file') throw rejection(nothing)
      found = await part.toBuffer()
    }
    if (!found) throw rejection(nothing)
    return found
  } catch (error) {
    // what is still on its way is read past: the next request on this connection comes behind it
    request.raw.unpipe()
    request.raw.resume()
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new ApiError(413, 'PAYLOAD_TOO_LARGE', `a module or archive must not exceed ${limits.upload} bytes`)
    }
    // the parser has no name for most of what is wrong with a body
    throw error instanceof ApiError ? error : rejection(nothing)
  }
}

interface Sent {
  readonly bytes: Buffer
  readonly url: string | null
}

/** What is to be installed: fetched from `url`, or read from the body. */
async function read(request: Upload, outbound: Outbound): Promise<Sent | undefined> {
  // not checked yet: what is no text is refused after this
  const { url = '' } = request.query as { url?: unknown }
  if (typeof url !== 'string') return undefined
  return url === '' ? { bytes: await uploaded(request), url: null } : fetchPackage(outbound, url)
}

/** Installs modules, from a file or from an address. */
export const installRoute =
  ({ modules, outbound, act }: Dependencies): Routes =>
  async (app) => {
    await app.register(multipart, {
      limits: { fileSize: limits.upload, files: 1, fields: 4, parts: 5, headerPairs: 50 },
    })
    const sent = new WeakMap<object, Sent>()
    app.post(
      '/api/widget-modules',
      {
        config: { access: 'admin' },
        // It may take long. Whether the credential still stands is looked at between this and the handler.
        preValidation: async (req) => {
          const found = await read(req as unknown as Upload, outbound)
          if (found) sent.set(req, found)
        },
        schema: {
          summary: 'Installs a module (.js) or a collection (.zip), or replaces it; all of it or nothing',
          consumes: ['multipart/form-data'],
          querystring: Type.Object({
            url: Type.Optional(Type.String({ description: 'https address to fetch it from, instead of a file' })),
          }),
          response: { 200: data(Type.Union([Installed, Type.Array(Installed)])) },
        },
      },
      async (req) => {
        const { bytes, url } = sent.get(req) as Sent
        const found = await readSent(bytes)
        const from: Source = { type: url === null ? 'Upload' : 'Url', url }
        const rows = act(req, 'install', () => modules.install(found, from))
        const installed = rows.map(({ id, version }) => ({ id, version }))
        return { data: found.kind === 'archive' ? installed : (installed[0] as (typeof installed)[number]) }
      },
    )
  }

import multipart from '@fastify/multipart'
import { Type } from '@sinclair/typebox'
import { ApiError, badRequest, data, type Routes } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import { limits } from '@svc/widget-package'
import { Installed } from '../module-schema.ts'
import type { ApplyChange } from '../modules/apply-change.ts'
import type { Modules, Source } from '../modules/modules.ts'
import { fetchPackage, validatePackage } from '../modules/read-package.ts'

interface Dependencies {
  readonly modules: Modules
  readonly outbound: Outbound
  readonly applyChange: ApplyChange
}

/** The used part of a request. The types of the library would augment all requests of the program. */
interface Upload {
  readonly query: unknown
  readonly raw: { unpipe(): unknown; resume(): unknown }
  isMultipart(): boolean
  parts(): AsyncIterable<
    { readonly type: 'field' } | { readonly type: 'file'; readonly fieldname: string; toBuffer(): Promise<Buffer> }
  >
}

async function readUpload(request: Upload): Promise<Buffer> {
  if (!request.isMultipart()) throw badRequest('widgets.UPLOAD_USAGE')
  try {
    let file: Buffer | undefined
    for await (const part of request.parts()) {
      if (part.type === 'field') continue
      if (file || part.fieldname !== 'file') throw badRequest('widgets.UPLOAD_USAGE')
      file = await part.toBuffer()
    }
    if (!file) throw badRequest('widgets.UPLOAD_USAGE')
    return file
  } catch (error) {
    // Drain the body, so that the connection can be reused.
    request.raw.unpipe()
    request.raw.resume()
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new ApiError(
        413,
        'widgets.PACKAGE_TOO_LARGE',
        { limit: { value: limits.upload, unit: 'bytes' } },
        { code: 'PAYLOAD_TOO_LARGE' },
      )
    }
    // Most parser errors have no code.
    throw error instanceof ApiError ? error : badRequest('widgets.UPLOAD_USAGE')
  }
}

interface Package {
  readonly bytes: Buffer
  readonly url: string | null
}

/** Downloads from `url`, or reads the uploaded file. */
async function read(request: Upload, outbound: Outbound): Promise<Package | undefined> {
  // Not validated yet; anything but a string is rejected by the schema.
  const { url = '' } = request.query as { url?: unknown }
  if (typeof url !== 'string') return undefined
  return url === '' ? { bytes: await readUpload(request), url: null } : fetchPackage(outbound, url)
}

/** Installs modules from a file or a URL. */
export const installRoute =
  ({ modules, outbound, applyChange }: Dependencies): Routes =>
  async (app) => {
    await app.register(multipart, {
      limits: { fileSize: limits.upload, files: 1, fields: 4, parts: 5, headerPairs: 50 },
    })
    const packages = new WeakMap<object, Package>()
    app.post(
      '/api/widget-modules',
      {
        config: { access: 'admin' },
        // This can take a while; the credential is checked again before the handler.
        preValidation: async (req) => {
          const bytes = await read(req as unknown as Upload, outbound)
          if (bytes) packages.set(req, bytes)
        },
        schema: {
          summary: 'Installs or replaces a module (.js) or a collection (.zip) atomically',
          consumes: ['multipart/form-data'],
          querystring: Type.Object({
            url: Type.Optional(Type.String({ description: 'https URL to download from, instead of a file' })),
          }),
          response: { 200: data(Type.Union([Installed, Type.Array(Installed)])) },
        },
      },
      async (req) => {
        const { bytes, url } = packages.get(req) as Package
        const widgetPackage = await validatePackage(bytes)
        const source: Source = { type: url === null ? 'Upload' : 'Url', url }
        const rows = applyChange(req, 'install', () => modules.install(widgetPackage, source))
        const notesOf = (id: string) => widgetPackage.widgets.find(({ manifest }) => manifest.id === id)?.notes ?? []
        const installed = rows.map(({ id, version }) => {
          const notes = notesOf(id)
          return { id, version, ...(notes.length > 0 && { notes: [...notes] }) }
        })
        return { data: widgetPackage.kind === 'archive' ? installed : (installed[0] as (typeof installed)[number]) }
      },
    )
  }

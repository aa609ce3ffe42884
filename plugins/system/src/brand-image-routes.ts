import multipart from '@fastify/multipart'
import { Type } from '@sinclair/typebox'
import { badRequest, data, invalid, notFound, type Routes } from '@svc/plugin-sdk'
import { type BrandImages, type ImageName, imageNames, imageType, maxImageBytes } from './brand-images.ts'
import type { Brand } from './brand-schema.ts'
import type { Audit, Branding, Settings } from './contract.ts'

interface Dependencies {
  readonly images: BrandImages
  readonly settings: Pick<Settings, 'set'>
  readonly branding: Branding
  readonly audit: Audit
}

const tooLarge = () => invalid('file', 'system.IMAGE_TOO_LARGE', { limit: { value: maxImageBytes, unit: 'bytes' } })

/** The used part of a request. The types of the library would augment all requests of the program. */
interface Upload {
  readonly raw: { unpipe(): unknown; resume(): unknown }
  isMultipart(): boolean
  parts(): AsyncIterable<
    { readonly type: 'field' } | { readonly type: 'file'; readonly fieldname: string; toBuffer(): Promise<Buffer> }
  >
}

/** The file of the part `file`. */
async function readFile(request: Upload): Promise<Buffer> {
  if (!request.isMultipart()) throw badRequest('system.IMAGE_PART')
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') continue
      if (part.fieldname !== 'file') throw badRequest('system.IMAGE_PART')
      return await part.toBuffer()
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    throw badRequest('system.IMAGE_PART')
  } finally {
    // Drain the body, so that the connection can be reused.
    request.raw.unpipe()
    request.raw.resume()
  }
  throw badRequest('system.IMAGE_PART')
}

const Image = { content: { 'image/*': { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) } } }

/** Logo and favicon of this installation. */
export const brandImageRoutes =
  ({ images, settings, branding, audit }: Dependencies): Routes =>
  async (app) => {
    await app.register(multipart, { limits: { fileSize: maxImageBytes, files: 1, fields: 4, parts: 5 } })
    const files = new WeakMap<object, Buffer>()

    function replace(request: Parameters<Audit['act']>[0], name: ImageName, bytes: Buffer): string {
      const extension = imageType(bytes)
      if (!extension) throw invalid('file', 'system.IMAGE_TYPE')
      const path = `/api/brand/${name}`
      const brand: Brand = { ...branding.current(), [`${name}_path`]: path }
      audit.act(
        request,
        'brand.update',
        () => {
          settings.set('brand', brand)
          images.write(name, extension, bytes)
        },
        () => ({ image: name, bytes: bytes.length }),
      )
      return path
    }

    for (const name of imageNames) {
      app.post(
        `/api/settings/brand/${name}`,
        {
          config: { access: 'admin', errors: [400, 422] },
          preValidation: async (request) => {
            files.set(request, await readFile(request as unknown as Upload))
          },
          schema: {
            summary: `Replaces the ${name}: a PNG or ICO file of at most 512 KiB in the part "file"`,
            consumes: ['multipart/form-data'],
            response: { 200: data(Type.Object({ path: Type.String() })) },
          },
        },
        async (request) => ({ data: { path: replace(request, name, files.get(request) as Buffer) } }),
      )
      app.get(
        `/api/brand/${name}`,
        {
          config: { access: 'public', errors: [404] },
          schema: { summary: `The uploaded ${name}`, response: { 200: Image } },
        },
        async (request, reply) => {
          const image = images.read(name)
          if (!image) throw notFound('system.NO_IMAGE')
          reply.headers({ 'cache-control': 'public, max-age=3600', etag: image.etag })
          if (request.headers['if-none-match'] === image.etag) return reply.code(304 as 200).send()
          return reply.type(image.mediaType).send(image.bytes as never)
        },
      )
    }
  }

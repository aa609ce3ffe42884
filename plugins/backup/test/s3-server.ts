import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sign } from 'aws4'

const credentials = { accessKeyId: 'backup-server', secretAccessKey: 'a+secret/with=signs' }
const region = 'eu-test-1'

interface Failure {
  readonly status: number
  readonly code: string
}

/** Whether a request has the signature that another implementation of AWS Signature Version 4 makes of it. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const given = headers.authorization ?? ''
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(given) ?? []
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]))
  if (!signed.host || !signed['x-amz-date'] || !signed['x-amz-content-sha256']) return false
  // The types do not know the last member, without which ranges are not signed.
  const request: Parameters<typeof sign>[0] & { readonly extraHeadersToInclude: object } = {
    service: 's3',
    region,
    method,
    path: url,
    headers: signed,
    host: signed.host,
    extraHeadersToInclude: { range: true },
  }
  return String(sign(request, credentials).headers?.Authorization) === given
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** An S3-compatible store that accepts only signed requests for one bucket. */
export async function startS3() {
  const objects = new Map<string, { readonly body: Buffer; readonly at: Date }>()
  const uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>()
  const requests: string[] = []
  /** answers instead of the request that matches */
  let failing: { readonly matches: RegExp; readonly failure: Failure } | undefined

  const xml = (reply: ServerResponse, body: string, status = 200) =>
    reply.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>\n${body}`)
  const fail = (reply: ServerResponse, { status, code }: Failure) =>
    xml(reply, `<Error><Code>${code}</Code><Message>details</Message></Error>`, status)

  function list(reply: ServerResponse, query: URLSearchParams): void {
    const prefix = query.get('prefix') ?? ''
    const found = [...objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))
    const contents = found.map(
      ([key, { body, at }]) =>
        `<Contents><Key>${escaped(key)}</Key><LastModified>${at.toISOString()}</LastModified><ETag>"x"</ETag>` +
        `<Size>${body.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    const count = `<KeyCount>${found.length}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>`
    xml(
      reply,
      `<ListBucketResult><Name>backups</Name><Prefix>${prefix}</Prefix>${count}${contents.join('')}</ListBucketResult>`,
    )
  }

  function read(request: IncomingMessage, reply: ServerResponse, key: string): void {
    const object = objects.get(key)
    if (!object) return void fail(reply, { status: 404, code: 'NoSuchKey' })
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const body = from === undefined ? object.body : object.body.subarray(Number(from), Number(to) + 1)
    reply.writeHead(from === undefined ? 200 : 206, { 'content-length': body.length })
    reply.end(request.method === 'HEAD' ? undefined : body)
  }

  function upload(method: string, reply: ServerResponse, key: string, query: URLSearchParams, body: Buffer): void {
    const id = query.get('uploadId') ?? ''
    const current = uploads.get(id)
    if (query.has('uploads')) {
      const made = randomUUID()
      uploads.set(made, { key, parts: new Map() })
      const result = `<Bucket>backups</Bucket><Key>${escaped(key)}</Key><UploadId>${made}</UploadId>`
      return void xml(reply, `<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`)
    }
    if (current?.key !== key) return void fail(reply, { status: 404, code: 'NoSuchUpload' })
    if (method === 'PUT') {
      const number = Number(query.get('partNumber'))
      current.parts.set(number, body)
      return void reply.writeHead(200, { etag: `"part-${number}"` }).end()
    }
    uploads.delete(id)
    if (method === 'DELETE') return void reply.writeHead(204).end()
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>"?part-(\d+)"?<\/ETag>/g)]
    const parts = named.map(([, number]) => current.parts.get(Number(number)) ?? Buffer.alloc(0))
    objects.set(key, { body: Buffer.concat(parts), at: new Date() })
    xml(
      reply,
      `<CompleteMultipartUploadResult><Key>${escaped(key)}</Key><ETag>"whole"</ETag></CompleteMultipartUploadResult>`,
    )
  }

  const server = createServer(async (request, reply) => {
    const { method = '', url = '' } = request
    const chunks = await request.toArray().catch(() => undefined)
    // Its sender broke off.
    if (!chunks) return
    const body = Buffer.concat(chunks)
    requests.push(`${method} ${url}`)
    if (!isSigned(request)) return void fail(reply, { status: 403, code: 'SignatureDoesNotMatch' })
    if (failing?.matches.test(`${method} ${url}`)) return void fail(reply, failing.failure)
    const { pathname, searchParams } = new URL(url, 'http://store')
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
    const key = rest.join('/')
    if (bucket !== 'backups') return void fail(reply, { status: 404, code: 'NoSuchBucket' })
    if (key === '') return list(reply, searchParams)
    if (searchParams.has('uploads') || searchParams.has('uploadId'))
      return upload(method, reply, key, searchParams, body)
    if (method === 'GET' || method === 'HEAD') return read(request, reply, key)
    if (method === 'PUT') objects.set(key, { body, at: new Date() })
    else objects.delete(key)
    reply.writeHead(method === 'PUT' ? 200 : 204, { etag: '"x"' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    uploads,
    requests,
    /** as the destination of a plan */
    destination: {
      kind: 's3',
      endpoint: `http://127.0.0.1:${port}`,
      region,
      bucket: 'backups',
      prefix: 'svc/one',
      access_key_id: credentials.accessKeyId,
      secret_access_key: credentials.secretAccessKey,
    },
    /** Requests like this one fail from now on. */
    failOn(matches: RegExp, status: number, code: string) {
      failing = { matches, failure: { status, code } }
    },
    work() {
      failing = undefined
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
export type S3 = Awaited<ReturnType<typeof startS3>>

import { open, stat } from 'node:fs/promises'
import { ApiError } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import type { S3mini } from 's3mini'
import { backupTime } from '../backup-name.ts'
import { destinationFailed, noSuchBackup } from '../errors.ts'
import type { Destination } from './destination.ts'

/** How to reach a bucket. */
export interface S3Config {
  /** `https://s3.eu-central-1.amazonaws.com`, without the bucket */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** begins the names of the objects; without slashes around, may be empty */
  readonly prefix: string
  readonly access_key_id: string
  readonly secret_access_key: string
}

/** Parts of an upload, and ranges of a download, are in memory one at a time. */
const minPartBytes = 8 * 1024 * 1024
const maxParts = 9000
const requestTimeoutMs = 10 * 60_000

/** Requests of the client go through the checked client of the server. */
const makeFetch =
  (outbound: Pick<Outbound, 'request'>, signal: AbortSignal): typeof fetch =>
  async (url, init = {}) => {
    const { host: _, ...headers } = init.headers as Record<string, string>
    const {
      status,
      headers: answered,
      body,
    } = await outbound.request(String(url), {
      method: init.method ?? 'GET',
      headers,
      ...(init.body ? { body: init.body as string | Buffer } : {}),
      timeoutMs: requestTimeoutMs,
      maxBytes: 2 * minPartBytes,
      signal,
    })
    const flat = new Headers()
    for (const [name, value] of Object.entries(answered)) if (value !== undefined) flat.set(name, String(value))
    // The client reads errors only of the plain type.
    if (flat.get('content-type')?.startsWith('application/xml')) flat.set('content-type', 'application/xml')
    const isEmpty = status === 204 || status === 304 || init.method === 'HEAD'
    return new Response(isEmpty ? null : (body as Uint8Array<ArrayBuffer>), { status, headers: flat })
  }

/** The client wraps some errors. */
const originOf = (error: unknown): unknown => (error instanceof Error && error.cause ? originOf(error.cause) : error)

/** Names what the store answers, of which only its error code is shown. */
function explained(caught: unknown, { bucket, endpoint }: S3Config): unknown {
  if (caught instanceof ApiError) return caught
  const error = originOf(caught)
  if (error instanceof OutboundError) return destinationFailed(error.text.code, error.text.params)
  const { status, code } = error as { status?: number; code?: string }
  if (typeof status !== 'number') return error
  if (status === 404 && code === 'NoSuchBucket') return destinationFailed('backup.NO_SUCH_BUCKET', { bucket })
  const params = { host: new URL(endpoint).host, status, code: String(code).slice(0, 64) }
  return destinationFailed('backup.STORE_REFUSED', params)
}

/** A bucket of an S3-compatible store. */
export function makeS3(config: S3Config, outbound: Pick<Outbound, 'request'>): Destination {
  const { endpoint, bucket, prefix, region } = config
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)

  /** Loaded on first use, because many installations never need it. */
  const attempt = async <T>(signal: AbortSignal, act: (s3: S3mini) => Promise<T>): Promise<T> => {
    const { S3mini } = await import('s3mini')
    const s3 = new S3mini({
      accessKeyId: config.access_key_id,
      secretAccessKey: config.secret_access_key,
      endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
      region,
      fetch: makeFetch(outbound, signal),
    })
    try {
      return await act(s3)
    } catch (error) {
      throw explained(error, config)
    }
  }

  /** Bytes of a stored backup. */
  const sizeOf = async (s3: S3mini, name: string): Promise<number> => {
    if (backupTime(name) === undefined) throw noSuchBackup(name)
    return s3.getContentLength(keyOf(name)).catch((error) => {
      throw (originOf(error) as { status?: number }).status === 404 ? noSuchBackup(name) : error
    })
  }

  return {
    check: (signal) =>
      attempt(signal, async (s3) => {
        const key = keyOf('svc-backup-check')
        await s3.putObject(key, 'This server stores backups here.\n', 'text/plain')
        // A store that keeps everything refuses it; then backups are not deleted either.
        await s3.deleteObject(key).catch(() => {})
      }),

    list: (signal) =>
      attempt(signal, async (s3) => {
        const objects = await s3.listObjects('/', prefix === '' ? '' : `${prefix}/`)
        if (objects === null) throw destinationFailed('backup.NO_SUCH_BUCKET', { bucket })
        return objects
          .flatMap(({ Key, Size }) => {
            const name = Key.slice(Key.lastIndexOf('/') + 1)
            const createdAt = backupTime(name)
            return createdAt !== undefined && Key === keyOf(name) ? [{ name, size: Number(Size), createdAt }] : []
          })
          .sort((a, b) => b.createdAt - a.createdAt)
      }),

    store: (name, from, { signal, onProgress, onPending }) =>
      attempt(signal, async (s3) => {
        const { size } = await stat(from)
        await using file = await open(from)
        const partBytes = Math.max(minPartBytes, Math.ceil(size / maxParts))
        const read = async (at: number) => {
          const bytes = Buffer.alloc(Math.min(partBytes, size - at))
          await file.read(bytes, 0, bytes.length, at)
          return bytes
        }
        const key = keyOf(name)
        if (size <= partBytes) {
          await s3.putObject(key, await read(0), 'application/octet-stream')
          return onProgress(size)
        }
        const upload = await s3.getMultipartUploadId(key, 'application/octet-stream')
        onPending(JSON.stringify({ key, upload }))
        try {
          const parts = []
          for (let at = 0; at < size; at += partBytes) {
            parts.push(await s3.uploadPart(key, upload, await read(at), parts.length + 1))
            onProgress(Math.min(at + partBytes, size))
          }
          await s3.completeMultipartUpload(key, upload, parts)
          // A store may report a failure of this step with the status of a success.
          if ((await s3.getContentLength(key)) !== size) throw destinationFailed('backup.STORE_INCOMPLETE', { name })
          onPending(null)
        } catch (error) {
          // Without a connection it stays pending, and is discarded before the next backup.
          const isDiscarded = await s3.abortMultipartUpload(key, upload).catch(() => undefined)
          if (isDiscarded) onPending(null)
          throw error
        }
      }),

    discard: (pending, signal) =>
      attempt(signal, async (s3) => {
        const { key, upload } = JSON.parse(pending) as { key: string; upload: string }
        await s3.abortMultipartUpload(key, upload).catch((error) => {
          // It is completed, or the store has discarded it already.
          if ((error as { status?: number }).status !== 404) throw error
        })
      }),

    read: (name, signal) =>
      attempt(signal, async (s3) => {
        const size = await sizeOf(s3, name)
        async function* chunks() {
          for (let at = 0; at < size; at += minPartBytes) {
            const to = Math.min(at + minPartBytes, size)
            const bytes = await attempt(signal, async (again) => {
              const response = await again.getObjectRaw(keyOf(name), false, at, to)
              return Buffer.from(await response.arrayBuffer())
            })
            if (bytes.length !== to - at) throw destinationFailed('backup.STORE_INCOMPLETE', { name })
            yield bytes
          }
        }
        return { size, chunks: chunks() }
      }),

    remove: (name, signal) =>
      attempt(signal, async (s3) => {
        await sizeOf(s3, name)
        await s3.deleteObject(keyOf(name))
      }),
  }
}

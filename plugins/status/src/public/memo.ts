import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import type { Clock } from '@svc/plugin-sdk'

const gzip = promisify(gzipCallback)

/** How long readers get the same response, also from caches between. */
export const memoSeconds = 5
/** Smaller bodies do not become smaller. */
const minGzipBytes = 1024
/** Of responses whose addresses readers make up, such as time ranges. */
const maxBytes = 32 * 1024 * 1024

/** A response that many readers get. */
export interface CachedBody {
  readonly body: Buffer
  /** undefined for small bodies */
  readonly gzipped: Buffer | undefined
  /** weak, because the encodings share it */
  readonly etag: string
}

interface Entry {
  readonly at: number
  readonly version: number
  readonly response: Promise<CachedBody>
  /** 0 until it is built */
  bytes: number
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  /** Grows when what may be public has changed. */
  revision(): number
}

async function seal(text: string | Buffer): Promise<CachedBody> {
  const body = Buffer.from(text)
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
  return { body, etag, gzipped: body.length >= minGzipBytes ? await gzip(body) : undefined }
}

/** Keeps the responses of the public page for a few seconds, so that any number of readers costs one reading of the data. */
export function makeMemo({ clock, revision }: Dependencies) {
  const entries = new Map<string, Entry>()
  let writes = 0
  let bytes = 0

  const forget = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  const version = () => writes + revision()

  return {
    /** Reads a value once after each write, for what every response needs. */
    value<T>(read: () => T): () => T {
      let cached: { readonly version: number; readonly value: T } | undefined
      return () => {
        if (cached?.version !== version()) cached = { version: version(), value: read() }
        return cached.value
      }
    },
    /** The response of `key`; concurrent readers wait for the same `build`. Failures are not kept. */
    get(key: string, build: () => Promise<string | Buffer>): Promise<CachedBody> {
      const current = version()
      const now = clock.now()
      const found = entries.get(key)
      if (found?.version === current && Math.abs(now - found.at) < memoSeconds * 1000) return found.response
      forget(key)
      const entry: Entry = { at: now, version: current, response: build().then(seal), bytes: 0 }
      entries.set(key, entry)
      entry.response.then(
        ({ body, gzipped }) => {
          if (entries.get(key) !== entry) return
          entry.bytes = body.length + (gzipped?.length ?? 0)
          bytes += entry.bytes
          for (const oldest of entries.keys()) if (bytes > maxBytes && oldest !== key) forget(oldest)
        },
        () => {
          if (entries.get(key) === entry) forget(key)
        },
      )
      return entry.response
    },
    /** Called after every write. */
    drop() {
      writes += 1
      entries.clear()
      bytes = 0
    },
  }
}
export type Memo = ReturnType<typeof makeMemo>

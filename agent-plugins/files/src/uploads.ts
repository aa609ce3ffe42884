import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, statfs } from 'node:fs/promises'
import type { Link, StreamContext } from '@svc/agent-sdk'
import type {
  FileUploadAck,
  FileUploadChunk,
  FileUploadComplete,
  FileUploadEnd,
  FileUploadStart,
} from '@svc/plugin-files/wire'
import type { MessageDef, Payload } from '@svc/protocol'
import type { Leftovers } from './leftovers.ts'
import { conflict, failed, invalid } from './refusal.ts'
import { openTarget, Replacement } from './replacement.ts'
import type { Sandbox } from './sandbox.ts'

type Context = StreamContext<
  MessageDef,
  typeof FileUploadAck,
  typeof FileUploadChunk,
  typeof FileUploadAck,
  typeof FileUploadComplete,
  'transfer_id',
  typeof FileUploadEnd
>
type Start = Payload<typeof FileUploadStart>

/** How long an interrupted upload waits to be continued; the server forgets it after the same time. */
const resumeMs = 30 * 60 * 1000
/** Written data is flushed while more arrives, so that the end of a large upload does not wait for the disk. */
const flushBytes = 16 * 1024 * 1024

/** The part of a file that has arrived. */
interface Partial {
  readonly path: string
  readonly size: number
  readonly replacement: Replacement
  readonly hash: Hash
  position: number
  flushing: Promise<void> | undefined
  /** a write failed, so the hash is of more than the file has */
  isBroken: boolean
}

export interface UploadsOptions {
  readonly sandbox: Sandbox
  readonly leftovers: Leftovers
  readonly maxBytes: number
  readonly link: () => Link | undefined
}

async function writeAll(file: FileHandle, position: number, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/** The uploads to this host, and those that were interrupted. */
export function makeUploads({ sandbox, leftovers, maxBytes, link }: UploadsOptions) {
  const running = new Set<Partial>()
  const interrupted = new Map<string, { readonly partial: Partial; readonly timer: NodeJS.Timeout }>()
  let isClosed = false

  function resume(id: string, { path, size }: Start): Partial | undefined {
    const found = interrupted.get(id)
    if (found?.partial.path !== path || found.partial.size !== size) return undefined
    clearTimeout(found.timer)
    interrupted.delete(id)
    return found.partial
  }

  async function drop(id: string): Promise<void> {
    const found = interrupted.get(id)
    if (!found) return
    clearTimeout(found.timer)
    interrupted.delete(id)
    await found.partial.replacement.discard()
  }

  async function begin(id: string, { path, size, overwrite }: Start): Promise<Partial> {
    await drop(id)
    if (size > maxBytes) throw failed(`the file has ${size} bytes; the limit is ${maxBytes}`)
    const target = await openTarget(sandbox, path)
    try {
      if (target.existing && overwrite === false) throw conflict('the file exists already')
      const { bavail, bsize } = await statfs(target.directory.at)
      if (bavail * bsize < size) throw failed('no space left on the disk of the host')
      const replacement = await Replacement.create(sandbox, leftovers, target, id)
      return { path, size, replacement, hash: createHash('sha256'), position: 0, flushing: undefined, isBroken: false }
    } catch (error) {
      target[Symbol.dispose]()
      throw error
    }
  }

  async function write(partial: Partial, { offset, data: chunk }: Payload<typeof FileUploadChunk>): Promise<void> {
    const { position, size, replacement, hash } = partial
    if (offset !== position) throw invalid(`offset must be ${position}`)
    if (position + chunk.length > size) throw invalid(`the file has more than ${size} bytes`)
    const writing = writeAll(replacement.file, position, chunk)
    hash.update(chunk)
    try {
      await writing
    } catch (error) {
      partial.isBroken = true
      throw error
    }
    partial.position += chunk.length
    if (Math.floor(partial.position / flushBytes) === Math.floor(position / flushBytes)) return
    // A disk that is slower than the network slows the upload down instead of filling the memory.
    await partial.flushing
    partial.flushing = replacement.file.datasync()
    // Thrown where it is awaited.
    partial.flushing.catch(() => {})
  }

  async function upload(start: Start, { id, stream, signal }: Context): Promise<void> {
    const partial = (start.resume ? resume(id, start) : undefined) ?? (await begin(id, start))
    running.add(partial)
    let isKept = false
    try {
      await stream.ready({ offset: partial.position })
      for await (const { payload } of stream) {
        await write(partial, payload)
        await stream.ack({ offset: partial.position })
      }
      signal.throwIfAborted()
      if (partial.position !== partial.size) throw invalid(`the file has ${partial.position} of ${partial.size} bytes`)
      const expected = stream.finished?.sha256
      if (expected && partial.hash.digest('hex') !== expected.toLowerCase())
        throw invalid('the checksum does not match')
      await partial.flushing
      await partial.replacement.commit()
      await stream.end({})
    } catch (error) {
      // The server may continue it on the next connection.
      isKept = !partial.isBroken && signal.aborted && link()?.signal.aborted === true && !isClosed
      throw error
    } finally {
      running.delete(partial)
      if (isKept) keep(id, partial)
      else await partial.replacement.discard()
    }
  }

  function keep(id: string, partial: Partial): void {
    const timer = setTimeout(() => void drop(id), resumeMs).unref()
    interrupted.set(id, { partial, timer })
  }

  return {
    upload,
    async close(): Promise<void> {
      isClosed = true
      await Promise.all([...running].map(({ replacement }) => replacement.discard()))
      await Promise.all([...interrupted.keys()].map(drop))
    },
  }
}

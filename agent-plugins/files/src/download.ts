import { createHash } from 'node:crypto'
import { type Stats, statSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { StreamContext } from '@svc/agent-sdk'
import {
  chunkBytes,
  type FileDownloadChunk,
  type FileDownloadEnd,
  type FileDownloadReady,
  type FileDownloadStart,
} from '@svc/plugin-files/wire'
import type { MessageDef, Payload } from '@svc/protocol'
import { openContent, readInto, readUpTo, versionOf } from './content.ts'
import { codeOf, conflict, failed, invalid } from './refusal.ts'
import type { Sandbox } from './sandbox.ts'
import { tarOf } from './tar.ts'

type Context = StreamContext<
  typeof FileDownloadChunk,
  typeof FileDownloadReady,
  MessageDef,
  MessageDef,
  typeof FileDownloadEnd,
  'transfer_id'
>
type Start = Payload<typeof FileDownloadStart>

/** How much of a log is sent at first. */
const tailBytes = 65_536
const followIntervalMs = 500

/** The bytes of a file. The next chunk is read while the last one is in use; it is valid until the next one is taken. */
async function* chunksOf(file: FileHandle, from: number, to: number) {
  const buffers = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)] as const
  const read = (position: number, buffer: Buffer) => {
    const reading = readInto(file, position, buffer.subarray(0, to - position))
    // Thrown where it is awaited.
    reading.catch(() => {})
    return reading
  }
  let reading = read(from, buffers[0])
  for (let position = from, count = 1; position < to; count += 1) {
    const chunk = await reading
    if (chunk.length === 0) throw conflict('the file was truncated meanwhile')
    reading = read(position + chunk.length, buffers[count % 2] as Buffer)
    yield { position, chunk }
    position += chunk.length
  }
}

/** Sends a file from `offset` on. What is appended meanwhile is not sent. */
async function sendFile(sandbox: Sandbox, maxBytes: number, start: Start, { stream, signal }: Context): Promise<void> {
  using place = await sandbox.open(start.path)
  const { file, stat } = await openContent(place, maxBytes)
  try {
    const version = versionOf(stat)
    const offset = start.offset ?? 0
    if (start.version && start.version !== version) throw conflict('the file was changed meanwhile')
    if (offset > stat.size) throw invalid('offset is behind the end of the file')
    await stream.ready({ size: stat.size, version })
    const hash = createHash('sha256')
    for await (const { position, chunk } of chunksOf(file, offset, stat.size)) {
      signal.throwIfAborted()
      hash.update(chunk)
      await stream.send({ offset: position, data: chunk })
    }
    await stream.end({ sha256: hash.digest('hex') })
  } finally {
    await file.close()
  }
}

/** Sends a directory as a tar file. */
async function sendArchive(sandbox: Sandbox, maxBytes: number, { path }: Start, context: Context): Promise<void> {
  const { stream, signal } = context
  using directory = await sandbox.open(path)
  if (!statSync(directory.at).isDirectory()) throw failed('not a directory')
  await stream.ready({ size: null, version: null })
  const hash = createHash('sha256')
  let offset = 0
  let pending: Buffer[] = []
  let pendingBytes = 0
  const flush = async () => {
    const all = Buffer.concat(pending)
    pending = []
    pendingBytes = 0
    hash.update(all)
    for (let start = 0; start < all.length; start += chunkBytes) {
      const chunk = all.subarray(start, start + chunkBytes)
      await stream.send({ offset, data: chunk })
      offset += chunk.length
    }
  }
  for await (const part of tarOf(sandbox, directory, maxBytes)) {
    signal.throwIfAborted()
    pending.push(part)
    pendingBytes += part.length
    if (pendingBytes >= chunkBytes) await flush()
  }
  await flush()
  await stream.end({ sha256: hash.digest('hex') })
}

interface Followed {
  readonly file: FileHandle
  readonly stat: Stats
}

/** Sends the end of a file and what is appended, also after it was truncated or replaced, until it is cancelled. */
async function follow(sandbox: Sandbox, { path, offset }: Start, { stream, signal }: Context): Promise<void> {
  const open = async (): Promise<Followed> => {
    using place = await sandbox.open(path)
    return await openContent(place, Number.POSITIVE_INFINITY)
  }
  let followed = await open()
  try {
    let position = Math.min(offset ?? Math.max(0, followed.stat.size - tailBytes), followed.stat.size)
    let sent = position
    await stream.ready({ size: null, version: null })
    for (;;) {
      const { size } = await followed.file.stat()
      if (size < position) position = 0
      const chunk = await readUpTo(followed.file, position, Math.min(chunkBytes, size - position))
      if (chunk.length > 0) {
        await stream.send({ offset: sent, data: chunk })
        position += chunk.length
        sent += chunk.length
        continue
      }
      await setTimeout(followIntervalMs, undefined, { signal })
      const next = await open().catch((error) => {
        // Between the renaming of a log and its new file there is none.
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      })
      if (next && next.stat.ino !== followed.stat.ino) {
        const { size } = await followed.file.stat()
        // What was written to the old file before the new one was there comes first.
        if (size > position) {
          await next.file.close()
          continue
        }
        await followed.file.close()
        followed = next
        position = 0
      } else await next?.file.close()
    }
  } finally {
    await followed.file.close()
  }
}

/** Serves a download. */
export function download(sandbox: Sandbox, maxBytes: number, start: Start, context: Context): Promise<void> {
  if (start.archive) return sendArchive(sandbox, maxBytes, start, context)
  if (start.follow) return follow(sandbox, start, context)
  return sendFile(sandbox, maxBytes, start, context)
}

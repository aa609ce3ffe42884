import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { Value } from '@sinclair/typebox/value'
import { ApiError, type DataFile, type Offloaded } from '@svc/plugin-sdk'
import type { ParsedTarEntry } from 'modern-tar'
import { archiveDamaged, notABackup } from '../errors.ts'
import { reserveSpace, spaceCheckBytes } from '../free-space.ts'
import {
  databaseName,
  formatVersion,
  Manifest,
  manifestName,
  type Unpacked,
  type UnpackInput,
} from './archive-format.ts'

const maxManifestBytes = 1024 * 1024
/** A path below a data file: no absolute path, no `..`, nothing that a system reads as a separator or a device. */
const isPlain = (name: string) =>
  name.length <= 1024 &&
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && /^[^\\:\p{Cc}]+$/u.test(part))

/** The bytes of an entry, which may not fill the disk that `folder` is on. */
async function* counted(entry: ParsedTarEntry, folder: string): AsyncGenerator<Uint8Array> {
  let sinceCheck = spaceCheckBytes
  for await (const chunk of entry.body) {
    sinceCheck += chunk.length
    if (sinceCheck >= spaceCheckBytes) {
      await reserveSpace(folder, 0)
      sinceCheck = 0
    }
    yield chunk
  }
}

async function readManifest(entry: ParsedTarEntry): Promise<Manifest> {
  if (entry.header.name !== manifestName || entry.header.size > maxManifestBytes) throw notABackup()
  const found: unknown = await new Response(entry.body).json()
  if (!Value.Check(Manifest, found)) throw notABackup()
  if (found.format > formatVersion)
    throw new ApiError(422, 'backup.ARCHIVE_NEWER', { version: found.version.slice(0, 64) })
  return found
}

const write = (entry: ParsedTarEntry, path: string, signal: AbortSignal) =>
  pipeline(counted(entry, dirname(path)), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }), {
    signal,
  })

/** The path of an entry in `folder`; undefined if it belongs to no data file of this server. */
function placeOf(
  { name, type }: ParsedTarEntry['header'],
  folder: string,
  files: readonly DataFile[],
): string | undefined {
  const path = type === 'directory' ? name.replace(/\/$/, '') : name
  if ((type !== 'file' && type !== 'directory') || !isPlain(path)) throw archiveDamaged()
  const [first = '', ...rest] = path.split('/')
  const file = files.find((one) => one.name === first)
  if (!file) return undefined
  const isFolder = rest.length > 0 || type === 'directory'
  if (isFolder !== (file.kind === 'folder')) throw archiveDamaged()
  return join(folder, path)
}

async function extract(
  entries: ReadableStream<ParsedTarEntry>,
  input: UnpackInput,
  signal: AbortSignal,
): Promise<Unpacked> {
  const { database, folder, files } = input
  const skipped = new Set<string>()
  let manifest: Manifest | undefined
  let hasDatabase = false
  for await (const entry of entries) {
    const { header } = entry
    if (!manifest) {
      manifest = await readManifest(entry)
      continue
    }
    if (header.name === databaseName && header.type === 'file') {
      await reserveSpace(dirname(database), header.size)
      await write(entry, database, signal)
      hasDatabase = true
      continue
    }
    const path = placeOf(header, folder, files)
    if (path === undefined) {
      skipped.add(header.name.split('/', 1)[0] ?? '')
      await entry.body.cancel()
    } else if (header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      await entry.body.cancel()
    } else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await write(entry, path, signal)
    }
  }
  if (!manifest || !hasDatabase) throw notABackup()
  return { manifest, skipped: [...skipped] }
}

const systemCodes = ['ENOSPC', 'EDQUOT', 'EIO', 'EACCES', 'EPERM', 'EROFS', 'EMFILE', 'ENFILE']

/** Whatever the libraries say about its bytes; a failure of the system stays what it is. */
function explained(error: unknown): unknown {
  const { code = '', name } = error as { code?: string; name?: string }
  const isOwn = error instanceof ApiError || name === 'AbortError' || systemCodes.includes(code)
  return isOwn ? error : archiveDamaged()
}

/** Writes the contents of an archive into new files. */
const unpack: Offloaded<UnpackInput, Unpacked> = async ({ signal }, input) => {
  const { from, key, folder, progress } = input
  const [{ createTarDecoder }, { Decrypter }] = await Promise.all([import('modern-tar'), import('age-encryption')])
  Atomics.store(progress, 1, BigInt((await stat(from)).size))
  const decrypter = new Decrypter()
  decrypter.addIdentity({ unwrapFileKey: () => key })
  await mkdir(folder, { mode: 0o700 })
  const decoder = createTarDecoder({ strict: true })
  const feed = pipeline(
    createReadStream(from, { highWaterMark: 256 * 1024 }),
    async function* decrypt(chunks: AsyncIterable<Buffer>) {
      const read = ReadableStream.from(
        (async function* count() {
          for await (const chunk of chunks) {
            Atomics.add(progress, 0, BigInt(chunk.length))
            yield chunk
          }
        })(),
      )
      yield* await decrypter.decrypt(read)
    },
    createZstdDecompress(),
    decoder.writable,
    { signal },
  )
  try {
    const [unpacked] = await Promise.all([extract(decoder.readable, input, signal), feed])
    return unpacked
  } catch (error) {
    throw explained(error)
  }
}

export default unpack

import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { DataFile, Offloaded } from '@svc/plugin-sdk'
import { databaseName, manifestName, type PackInput } from './archive-format.ts'

interface Entry {
  readonly name: string
  /** of a file; folders have none */
  readonly path?: string
  readonly size: number
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Files and folders below a data file. Anything else, such as a link, is left out, and what is deleted meanwhile too. */
async function entriesOf(dataDir: string, { name, kind }: DataFile): Promise<Entry[]> {
  const path = join(dataDir, name)
  if (kind === 'file') {
    const found = await stat(path).catch((error) => (isMissing(error) ? undefined : Promise.reject(error)))
    return found?.isFile() ? [{ name, path, size: found.size }] : []
  }
  const inner = await readdir(path, { withFileTypes: true, recursive: true }).catch((error) =>
    isMissing(error) ? [] : Promise.reject(error),
  )
  const below = inner.map(async (entry): Promise<Entry | undefined> => {
    const full = join(entry.parentPath, entry.name)
    const relativeName = relative(dataDir, full).replaceAll('\\', '/')
    if (entry.isDirectory()) return { name: `${relativeName}/`, size: 0 }
    if (!entry.isFile()) return undefined
    const found = await stat(full).catch((error) => (isMissing(error) ? undefined : Promise.reject(error)))
    return found && { name: relativeName, path: full, size: found.size }
  })
  // Folders come before what is in them. An empty one says that it was empty.
  return [{ name: `${name}/`, size: 0 }, ...(await Promise.all(below)).filter((entry) => entry !== undefined)].sort(
    (a, b) => (a.name < b.name ? -1 : 1),
  )
}

/** Writes a full backup into a new file. */
const pack: Offloaded<PackInput, void> = async (
  { signal },
  { database, dataDir, files, manifest, passphrase, workFactor, to, progress },
) => {
  const [{ createTarPacker }, { Encrypter }] = await Promise.all([import('modern-tar'), import('age-encryption')])
  const described = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const entries: Entry[] = [
    { name: databaseName, path: database, size: (await stat(database)).size },
    ...(await Promise.all(files.map((file) => entriesOf(dataDir, file)))).flat(),
  ]
  Atomics.store(progress, 1, BigInt(entries.reduce((sum, { size }) => sum + size, 0)))

  const { readable, controller } = createTarPacker()
  const mtime = new Date(manifest.created_at)
  const add = async () => {
    await pipeline(
      Readable.from([described]),
      Writable.fromWeb(controller.add({ name: manifestName, size: described.length, mode: 0o600, mtime })),
    )
    for (const { name, path, size } of entries) {
      const type = path === undefined ? 'directory' : 'file'
      const body = Writable.fromWeb(controller.add({ name, size, type, mode: path ? 0o600 : 0o700, mtime }))
      // A file that grows meanwhile is cut at the size it had.
      const source =
        path && size > 0 ? createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 }) : Readable.from([])
      await pipeline(
        source,
        async function* count(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            Atomics.add(progress, 0, BigInt(chunk.length))
            yield chunk
          }
        },
        body,
        { signal },
      )
    }
    controller.finalize()
  }

  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(workFactor)
  const write = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    createZstdCompress(),
    async function* encrypt(chunks: AsyncIterable<Uint8Array>) {
      yield* await encrypter.encrypt(ReadableStream.from(chunks))
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  )
  try {
    await Promise.all([write, add()])
  } catch (error) {
    // Ends whichever of the two still waits for the other.
    controller.error(error)
    throw error
  }
}

export default pack

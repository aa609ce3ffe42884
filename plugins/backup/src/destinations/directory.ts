import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '@svc/plugin-sdk'
import { backupTime } from '../backup-name.ts'
import { destinationFailed, noSuchBackup } from '../errors.ts'
import { reserveSpace } from '../free-space.ts'
import type { Destination, StoredBackup } from './destination.ts'

const partSuffix = '.part'

const isWithin = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** Whether an absolute path is one of these folders, or in one. */
export const isAllowed = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isWithin(path, folder))

/** Names what the system says of a folder. */
function explained(error: unknown, path: string): unknown {
  if (error instanceof ApiError) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !/^E[A-Z]+$/.test(code)) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') return destinationFailed('backup.FOLDER_FULL', { path })
  return destinationFailed('backup.FOLDER_FAILED', { path, reason: code })
}

/** A folder of this server, which may be mounted from another one. */
export function makeDirectory({
  path,
  allowed,
}: {
  readonly path: string
  readonly allowed: readonly string[]
}): Destination {
  /** The folder, which a link may not lead out of what is allowed. */
  const ready = async () => {
    if (!isAllowed(path, allowed)) throw destinationFailed('backup.FOLDER_NOT_ALLOWED', { path })
    await mkdir(path, { recursive: true, mode: 0o700 })
    const real = await realpath(path)
    const roots = await Promise.all(allowed.map((folder) => realpath(folder).catch(() => folder)))
    if (!isAllowed(real, roots)) throw destinationFailed('backup.FOLDER_NOT_ALLOWED', { path: real })
    return real
  }
  const attempt = async <T>(act: (folder: string) => Promise<T>): Promise<T> => {
    try {
      return await act(await ready())
    } catch (error) {
      throw explained(error, path)
    }
  }
  const flushFolder = async (folder: string) => {
    if (process.platform === 'win32') return
    await using handle = await open(folder, 'r')
    // Not all network file systems can.
    await handle.sync().catch(() => {})
  }
  /** The path of a stored backup. */
  const found = async (folder: string, name: string) => {
    const file = join(folder, name)
    const info = backupTime(name) === undefined ? undefined : await stat(file).catch(() => undefined)
    if (!info?.isFile()) throw noSuchBackup(name)
    return { file, size: info.size }
  }

  return {
    check: () =>
      attempt(async (folder) => {
        const probe = join(folder, `.svc-backup-check${partSuffix}`)
        await (await open(probe, 'w', 0o600)).close()
        await rm(probe)
      }),

    list: () =>
      attempt(async (folder) => {
        const backups = (await readdir(folder)).map(async (name): Promise<StoredBackup[]> => {
          const createdAt = backupTime(name)
          const info = createdAt === undefined ? undefined : await stat(join(folder, name)).catch(() => undefined)
          return createdAt !== undefined && info?.isFile() ? [{ name, size: info.size, createdAt }] : []
        })
        return (await Promise.all(backups)).flat().sort((a, b) => b.createdAt - a.createdAt)
      }),

    store: (name, from, { signal, onProgress, onPending }) =>
      attempt(async (folder) => {
        const part = join(folder, name + partSuffix)
        await reserveSpace(folder, (await stat(from)).size)
        onPending(name + partSuffix)
        let done = 0
        try {
          await pipeline(
            createReadStream(from, { highWaterMark: 256 * 1024 }),
            async function* count(chunks: AsyncIterable<Buffer>) {
              for await (const chunk of chunks) {
                yield chunk
                done += chunk.length
                onProgress(done)
              }
            },
            createWriteStream(part, { mode: 0o600, flush: true }),
            { signal },
          )
          await rename(part, join(folder, name))
          await flushFolder(folder)
        } catch (error) {
          await rm(part, { force: true })
          throw error
        } finally {
          onPending(null)
        }
      }),

    discard: (pending) =>
      attempt(async (folder) => {
        const name = pending.slice(0, -partSuffix.length)
        if (pending.endsWith(partSuffix) && backupTime(name) !== undefined)
          await rm(join(folder, pending), { force: true })
      }),

    read: (name) =>
      attempt(async (folder) => {
        const { file, size } = await found(folder, name)
        return { size, chunks: createReadStream(file, { highWaterMark: 256 * 1024 }) }
      }),

    remove: (name) => attempt(async (folder) => rm((await found(folder, name)).file)),
  }
}

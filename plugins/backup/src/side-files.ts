import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FormerDatabase } from './backup-schema.ts'
import { diskFull, tooLarge, withDiskFull } from './errors.ts'

/** Stays free for the database. */
const reservedBytes = 64 * 1024 * 1024
/** The free space is checked again after so many bytes, because others write too. */
const checkBytes = 16 * 1024 * 1024

export type SideFiles = ReturnType<typeof makeSideFiles>

/** Files beside the database: on the same file system, so that a rename can put them in its place. */
export function makeSideFiles(database: string) {
  const folder = dirname(database)
  const partPrefix = `${basename(database)}.part-`
  const formerPrefix = `${basename(database)}.pre-restore-`
  const named = async (prefix: string) => (await readdir(folder)).filter((name) => name.startsWith(prefix))
  const remove = (path: string) => rm(path, { force: true, maxRetries: 3 })

  const files = {
    /** The path of a new file. */
    make: (): string => join(folder, `${partPrefix}${randomUUID()}`),

    /** Removes what an earlier run left. */
    async clear(): Promise<void> {
      for (const name of await named(partPrefix)) await remove(join(folder, name))
    },

    async freeSpace(): Promise<number> {
      const { bavail, bsize } = await statfs(folder)
      return Math.max(0, bavail * bsize - reservedBytes)
    },

    /** Throws if so many bytes would fill the disk. */
    async reserve(bytes: number): Promise<void> {
      const free = await files.freeSpace()
      if (free < bytes) throw diskFull(bytes - free)
    },

    /** Writes a new file and returns its size. */
    async write(path: string, chunks: AsyncIterable<Uint8Array>, max: number): Promise<number> {
      await using file = await open(path, 'wx', 0o600)
      let size = 0
      let checked = 0
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > max) throw tooLarge(max)
        if (size - checked >= checkBytes) {
          await files.reserve(0)
          checked = size
        }
        await file.writeFile(chunk)
      }
      return size
    },

    remove,

    /** Runs `act` with the path of a new file, which does not outlive a failure. */
    async withNew<T>(act: (path: string) => Promise<T>): Promise<T> {
      const path = files.make()
      try {
        return await act(path)
      } catch (error) {
        await remove(path)
        throw withDiskFull(error)
      }
    },

    /** The databases that were replaced, newest first. */
    async former(): Promise<FormerDatabase[]> {
      const names = (await named(formerPrefix)).filter((name) => !name.endsWith('-wal'))
      return Promise.all(
        names
          .sort()
          .reverse()
          .map(async (name) => {
            const [, year, month, day, hour, minute, second] =
              /-(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)$/.exec(name) ?? []
            const { size } = await stat(join(folder, name))
            return { name, size, replaced_at: `${year}-${month}-${day}T${hour}:${minute}:${second}Z` }
          }),
      )
    },
  }
  return files
}

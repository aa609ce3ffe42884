import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFull } from '../errors.ts'

/** Stays free for the database. */
const reservedBytes = 64 * 1024 * 1024
/** The free space is checked again after so many bytes: nobody knows the size of an archive before, and others write too. */
const checkBytes = 16 * 1024 * 1024

const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT']

export type TempFiles = ReturnType<typeof makeTempFiles>

/** Files that wait for their reader, in a folder that is emptied at every start. */
export function makeTempFiles(directory: string) {
  const pathOf = (id: string) => join(directory, `${id}.part`)

  const make = () => mkdir(directory, { recursive: true, mode: 0o700 })

  const files = {
    /** Removes what an earlier run of the program left. */
    async clear(): Promise<void> {
      await rm(directory, { recursive: true, force: true })
      await make()
    },

    /** Throws if so many bytes would fill the disk. */
    async reserve(bytes: number): Promise<void> {
      const { bavail, bsize } = await statfs(directory)
      if (bavail * bsize < bytes + reservedBytes) throw diskFull()
    },

    /** Writes a new file. If that fails, nothing is left of it. */
    async write(id: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
      await make()
      try {
        await using file = await open(pathOf(id), 'wx', 0o600)
        let unchecked = checkBytes
        for await (const chunk of chunks) {
          if (unchecked >= checkBytes) {
            await files.reserve(0)
            unchecked = 0
          }
          await file.writeFile(chunk)
          unchecked += chunk.length
        }
      } catch (error) {
        await files.remove(id)
        throw fullCodes.includes((error as { code?: unknown }).code) ? diskFull() : error
      }
    },

    /** Bytes from `start` to `end`, both included. */
    read: (id: string, start: number, end: number): ReadStream => createReadStream(pathOf(id), { start, end }),

    remove: (id: string): Promise<void> => rm(pathOf(id), { force: true, maxRetries: 3 }),
  }
  return files
}

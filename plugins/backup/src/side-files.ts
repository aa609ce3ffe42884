import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { toTimestamp } from '@svc/plugin-sdk'
import type { FormerDatabase } from './backup-schema.ts'
import { noSuchBackup, tooLarge, withDiskFull } from './errors.ts'
import { freeSpace, reserveSpace, spaceCheckBytes } from './free-space.ts'

export type SideFiles = ReturnType<typeof makeSideFiles>

/** Enough to recognize a file by its beginning. */
const headBytes = 64 * 1024

const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 })

/** 20261124_013000 in UTC as RFC 3339. */
function timeOf(stamp: string): string {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? []
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
}

/** Bytes of a file, or of all files in a folder; 0 for neither. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found?.size ?? 0
  const inner = await readdir(path)
  return (await Promise.all(inner.map((name) => sizeOf(join(path, name))))).reduce((sum, size) => sum + size, 0)
}

/** Makes the paths of new files and folders; none of them outlives a failure. */
export interface NewPaths {
  /** beside the database */
  file(): string
  /** in the data directory */
  folder(): string
}

/** Files beside the database: on the same file system, so that a rename can put them in its place. */
export function makeSideFiles({ file, dataDir }: { readonly file: string; readonly dataDir: string }) {
  const folder = dirname(file)
  const partPrefix = `${basename(file)}.part-`
  const formerPattern = new RegExp(
    `^${RegExp.escape(basename(file))}\\.(?:(pre|failed)-restore-(\\d{8}_\\d{6})|pre-migration-(\\d+\\.\\d+\\.\\d+(?:-[\\w.-]+)?))$`,
  )
  /** A former database, its log if it was damaged, and the files that were replaced with it. */
  const formerPaths = (name: string) => [
    join(folder, name),
    join(folder, `${name}-wal`),
    join(dataDir, `${name}-files`),
  ]

  const files = {
    /** Removes what an earlier run left. */
    async clear(): Promise<void> {
      for (const path of new Set([folder, dataDir])) {
        const parts = (await readdir(path)).filter((name) => name.startsWith(partPrefix))
        for (const part of parts) await remove(join(path, part))
      }
    },

    freeSpace: () => freeSpace(folder),

    /** Throws if so many bytes would fill the disk. */
    reserve: (bytes: number) => reserveSpace(folder, bytes),

    /**
     * Writes a new file and returns its size. `onBegin` is called when it has its first bytes, or all of them, and holds up
     * the rest.
     */
    async write(
      path: string,
      chunks: AsyncIterable<Uint8Array>,
      max: number,
      onBegin: () => Promise<void>,
    ): Promise<number> {
      await using handle = await open(path, 'wx', 0o600)
      let size = 0
      let checked = 0
      let hasBegun = false
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > max) throw tooLarge(max)
        if (size - checked >= spaceCheckBytes) {
          await files.reserve(0)
          checked = size
        }
        await handle.writeFile(chunk)
        if (hasBegun || size < headBytes) continue
        hasBegun = true
        await onBegin()
      }
      if (!hasBegun) await onBegin()
      return size
    },

    remove,

    /** Runs `act`; the files and folders that it makes remain only if it succeeds. */
    async withNew<T>(act: (paths: NewPaths) => Promise<T>): Promise<T> {
      const made: string[] = []
      const make = (parent: string) => {
        const path = join(parent, `${partPrefix}${randomUUID()}`)
        made.push(path)
        return path
      }
      try {
        return await act({ file: () => make(folder), folder: () => make(dataDir) })
      } catch (error) {
        for (const path of made) await remove(path)
        throw withDiskFull(error)
      }
    },

    /** The databases that a restore replaced, and the copies made before migrations; newest first. */
    async former(): Promise<FormerDatabase[]> {
      const found = (await readdir(folder)).map(async (name): Promise<FormerDatabase[]> => {
        const match = formerPattern.exec(name)
        if (!match) return []
        const [, prefix, stamp, version = null] = match
        const kind = version !== null ? 'migrated' : prefix === 'failed' ? 'failed' : 'restored'
        const sizes = await Promise.all(formerPaths(name).map(sizeOf))
        const madeAt = async () => toTimestamp(Math.floor((await stat(join(folder, name))).mtimeMs / 1000))
        return [
          {
            name,
            size: sizes.reduce((sum, size) => sum + size, 0),
            replaced_at: stamp === undefined ? await madeAt() : timeOf(stamp),
            kind,
            migrated_to: version,
          },
        ]
      })
      return (await Promise.all(found)).flat().sort((a, b) => (a.replaced_at < b.replaced_at ? 1 : -1))
    },

    /** Deletes one of them. Throws 404. */
    async removeFormer(name: string): Promise<void> {
      if (!(await files.former()).some((one) => one.name === name)) throw noSuchBackup(name)
      for (const path of formerPaths(name)) await remove(path)
    },
  }
  return files
}

import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { link, rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ApiError, type Command, type CommandHost, type Core, conflict, type DatabaseFile } from '@svc/plugin-sdk'
import { withDiskFull } from './errors.ts'
import { makeRestoreNote } from './restore-note.ts'
import { makeSideFiles } from './side-files.ts'

interface Dependencies {
  readonly database: Pick<DatabaseFile, 'check'>
  readonly host: CommandHost
  readonly text: Core['text']
}

const bytes = (value: number) => ({ value, unit: 'bytes' as const })

/** Gives a complete file its name, without replacing another. */
async function giveName(path: string, name: string): Promise<void> {
  try {
    await link(path, name)
    await rm(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw conflict('backup.FILE_EXISTS', { file: name })
    // A file system without links.
    await rename(path, name)
  }
}

export const backupCommand = ({ host, text }: Omit<Dependencies, 'database'>): Command => ({
  name: 'backup',
  summary: 'writes a consistent copy of the database into a new file, also while the server runs',
  options: {},
  arguments: ['file'],
  isDetached: true,
  async run({ file = '' }) {
    const target = resolve(file)
    if (existsSync(target)) throw conflict('backup.FILE_EXISTS', { file: target })
    const part = `${target}.part-${randomUUID()}`
    try {
      await host.copyDatabase(part)
      await giveName(part, target)
    } catch (error) {
      await rm(part, { force: true })
      throw withDiskFull(error)
    }
    const { size } = await stat(target)
    return text({ code: 'backup.WRITTEN', params: { file: target, size: bytes(size) } })
  },
})

export const restoreCommand = ({ database, host, text }: Dependencies): Command => ({
  name: 'restore',
  summary: 'replaces the database by that of a file, while the server is stopped; keeps the former one',
  options: {},
  arguments: ['file'],
  isDetached: true,
  run: ({ file = '' }) =>
    host.exclusively(async (replaceDatabase) => {
      const source = resolve(file)
      const found = await stat(source).catch(() => undefined)
      if (!found?.isFile()) throw new ApiError(404, 'backup.NO_SUCH_FILE', { file: source }, { code: 'NOT_FOUND' })
      const files = makeSideFiles(host.database)
      const note = makeRestoreNote(host.database)
      const former = await files.withNew(async (path) => {
        await files.reserve(found.size)
        const size = await files.write(path, createReadStream(source), Number.POSITIVE_INFINITY)
        await database.check(path)
        note.write({
          part: path,
          entry: { userId: 'system', action: 'settings.restore', detail: { size, file: source } },
        })
        return replaceDatabase(path)
      })
      return former === undefined
        ? text({ code: 'backup.RESTORED_FIRST' })
        : text({ code: 'backup.RESTORED_FILE', params: { former } })
    }),
})

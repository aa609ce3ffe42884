import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { link, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import {
  ApiError,
  type Command,
  type CommandHost,
  type CommandTerminal,
  type Core,
  conflict,
  type DatabaseFile,
  type TextCode,
} from '@svc/plugin-sdk'
import type { Archives } from './archive/archives.ts'
import { makeFullBackup } from './full-backup.ts'
import type { Step, Steps } from './operations.ts'
import { makeRestore } from './restore.ts'
import { makeRestoreNote } from './restore-note.ts'
import { restoredText } from './restored-text.ts'
import { makeSideFiles } from './side-files.ts'

interface Dependencies {
  /** of the configured installation */
  readonly archives: Archives
  readonly database: Pick<DatabaseFile, 'check'>
  readonly host: CommandHost
  readonly text: Core['text']
}

const bytes = (value: number) => ({ value, unit: 'bytes' as const })

const passphraseOption = { 'passphrase-file': 'file with the passphrase of a full backup; `-` is standard input' }

/** The first line of a file. */
function readPassphrase(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const [line = ''] = readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r?\n/, 1)
  if (line.length < 12) throw new ApiError(422, 'backup.PASSPHRASE_SHORT', { min: 12 })
  return line
}

const stepTexts: Readonly<Record<Step, TextCode>> = {
  receiving: 'backup.STEP_RECEIVING',
  copying: 'backup.STEP_COPYING',
  packing: 'backup.STEP_PACKING',
  storing: 'backup.STEP_STORING',
  fetching: 'backup.STEP_FETCHING',
  unpacking: 'backup.STEP_UNPACKING',
  checking: 'backup.STEP_CHECKING',
}

/** Shows each step, and how far it is, on a terminal. */
function stepsOn(terminal: CommandTerminal | undefined, text: Core['text']) {
  let show: (() => void) | undefined
  const timer = setInterval(() => show?.(), 200)
  const steps: Steps = {
    begin(step, read) {
      show = () => {
        const { done, total } = read?.() ?? { done: 0, total: 0 }
        const share = total > 0 ? `${Math.floor((done / total) * 100)} %` : ''
        terminal?.progress(`${text({ code: stepTexts[step] })} ${share}`)
      }
      show()
    },
  }
  return { steps, end: () => clearInterval(timer) }
}

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

export const backupCommand = ({ archives, host, text }: Omit<Dependencies, 'database'>): Command => ({
  name: 'backup',
  summary:
    'writes a consistent copy of the database into a new file, also while the server runs; with a passphrase, an encrypted ' +
    'full backup with secret.key and all other files',
  options: passphraseOption,
  arguments: ['file'],
  isDetached: true,
  async run({ file = '', 'passphrase-file': passphraseFile }, terminal) {
    const target = resolve(file)
    const passphrase = readPassphrase(passphraseFile)
    if (existsSync(target)) throw conflict('backup.FILE_EXISTS', { file: target })
    const files = makeSideFiles({ file: target, dataDir: dirname(target) })
    const { steps, end } = stepsOn(terminal, text)
    try {
      await files.withNew(async (paths) => {
        let part = paths.file()
        if (passphrase === undefined) await host.copyDatabase(part)
        else {
          const size = () => statSync(host.database, { throwIfNoEntry: false })?.size ?? 0
          const database = { size, copyTo: host.copyDatabase }
          part = await makeFullBackup({ archives, database, files })(paths, passphrase, steps)
        }
        await giveName(part, target)
      })
    } finally {
      end()
    }
    const { size } = await stat(target)
    const code = passphrase === undefined ? 'backup.WRITTEN' : 'backup.WRITTEN_FULL'
    return text({ code, params: { file: target, size: bytes(size) } })
  },
})

export const restoreCommand = ({ archives, database, host, text }: Dependencies): Command => ({
  name: 'restore',
  summary:
    'replaces the database by that of a file, or all data by a full backup, while the server is stopped; keeps the former data',
  options: passphraseOption,
  arguments: ['file'],
  isDetached: true,
  run: ({ file = '', 'passphrase-file': passphraseFile }, terminal) =>
    host.exclusively(async (replaceDatabase) => {
      const source = resolve(file)
      const passphrase = readPassphrase(passphraseFile)
      const found = await stat(source).catch(() => undefined)
      if (!found?.isFile()) throw new ApiError(404, 'backup.NO_SUCH_FILE', { file: source }, { code: 'NOT_FOUND' })
      const files = makeSideFiles({ file: host.database, dataDir: host.dataDir })
      const restore = makeRestore({ archives, database, files, note: makeRestoreNote(host.database) })
      const { steps, end } = stepsOn(terminal, text)
      try {
        const restored = await files.withNew(async (paths) => {
          await files.reserve(found.size)
          const received = {
            chunks: createReadStream(source, { highWaterMark: 256 * 1024 }),
            maxBytes: Number.POSITIVE_INFINITY,
            passphrase,
            entry: { userId: 'system', action: 'settings.restore', detail: { file: source } },
          }
          return restore(paths, received, steps, replaceDatabase)
        })
        const code = restored.former === undefined ? 'backup.RESTORED_FIRST' : 'backup.RESTORED_FILE'
        return text(restoredText(code, restored))
      } finally {
        end()
      }
    }),
})

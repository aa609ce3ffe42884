import { statSync } from 'node:fs'
import type { Archives } from './archive/archives.ts'
import type { Steps } from './operations.ts'
import type { NewPaths, SideFiles } from './side-files.ts'

interface Dependencies {
  readonly archives: Pick<Archives, 'pack'>
  readonly files: Pick<SideFiles, 'remove' | 'reserve'>
  readonly database: {
    size(): number
    copyTo(path: string, options: { readonly signal?: AbortSignal }): Promise<void>
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Makes a full backup and returns its path. */
export const makeFullBackup =
  ({ archives, database, files }: Dependencies) =>
  async (paths: NewPaths, passphrase: string, steps: Steps, signal?: AbortSignal): Promise<string> => {
    const total = database.size()
    await files.reserve(total)
    const copy = paths.file()
    steps.begin('copying', () => ({ done: Math.min(sizeOf(copy), total), total }))
    await database.copyTo(copy, signal ? { signal } : {})
    const archive = paths.file()
    await archives.pack({ database: copy, to: archive, passphrase }, steps, signal)
    await files.remove(copy)
    return archive
  }
export type FullBackup = ReturnType<typeof makeFullBackup>

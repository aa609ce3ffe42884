import { open } from 'node:fs/promises'
import { ApiError, type Core, type DataFile, type Registry, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Steps } from '../operations.ts'
import {
  type ArchiveKey,
  ageMagic,
  makeProgress,
  type OpenInput,
  type PackInput,
  readProgress,
  type Unpacked,
  type UnpackInput,
} from './archive-format.ts'

interface Dependencies extends Pick<Core, 'clock' | 'offload' | 'version'> {
  readonly dataDir: string
  readonly dataFiles: Registry<DataFile>
  /** the installed third-party plugins */
  thirdParty(): readonly { readonly id: string; readonly version: string }[]
  /** of scrypt, for new archives */
  readonly workFactor: number
}

async function hasAgeHeader(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(ageMagic.length), 0, ageMagic.length, 0)
  return buffer.equals(ageMagic)
}

/** Writes and reads full backups, in the maintenance worker. */
export function makeArchives({ clock, dataDir, dataFiles, offload, thirdParty, version, workFactor }: Dependencies) {
  return {
    /** Packs a copy of the database, and the data files of all plugins, into a new file. */
    async pack(
      { database, to, passphrase }: Pick<PackInput, 'database' | 'to' | 'passphrase'>,
      steps: Steps,
      signal?: AbortSignal,
    ): Promise<void> {
      const progress = makeProgress()
      steps.begin('packing', () => readProgress(progress))
      const input: PackInput = {
        database,
        to,
        passphrase,
        workFactor,
        dataDir,
        progress,
        files: [...dataFiles.all()],
        manifest: {
          format: 1,
          version,
          created_at: toTimestamp(toSeconds(clock.now())),
          plugins: [...thirdParty()],
        },
      }
      await offload<PackInput, void>(new URL('./pack-worker.js', import.meta.url), input, signal ? { signal } : {})
    },

    /**
     * The key of the archive that a file begins with; undefined if it is none. Throws 422 for a missing or wrong passphrase.
     * The file may still grow.
     */
    async open(from: string, passphrase: string | undefined): Promise<ArchiveKey | undefined> {
      if (!(await hasAgeHeader(from))) return undefined
      if (!passphrase) throw new ApiError(422, 'backup.PASSPHRASE_REQUIRED')
      return offload<OpenInput, ArchiveKey>(new URL('./open-worker.js', import.meta.url), { from, passphrase })
    },

    /** Unpacks an archive into new files. */
    unpack(paths: Pick<UnpackInput, 'from' | 'key' | 'database' | 'folder'>, steps: Steps): Promise<Unpacked> {
      const progress = makeProgress()
      steps.begin('unpacking', () => readProgress(progress))
      const input: UnpackInput = { ...paths, files: [...dataFiles.all()], progress }
      return offload(new URL('./unpack-worker.js', import.meta.url), input)
    },
  }
}
export type Archives = ReturnType<typeof makeArchives>

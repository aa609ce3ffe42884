import { type Static, Type } from '@sinclair/typebox'
import type { DataFile } from '@svc/plugin-sdk'

/**
 * A full backup: a tar archive, compressed with Zstandard and encrypted with age, so that both can also be undone by hand. Its
 * first entry is the manifest, then follow the database and the data files.
 */
export const archiveSuffix = '.tar.zst.age'

/** The first line of a file that is encrypted with age. */
export const ageMagic = Buffer.from('age-encryption.org/v1\n')

export const manifestName = 'manifest.json'
export const databaseName = 'svc.db'

/** Changes when older programs cannot read it any more. */
export const formatVersion = 1

/** What the archive says about itself. */
export const Manifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  /** of the program that wrote it */
  version: Type.String(),
  created_at: Type.String(),
  /** third-party plugins, which are not contained */
  plugins: Type.Array(Type.Object({ id: Type.String(), version: Type.String() })),
})
export type Manifest = Static<typeof Manifest>

/** How many bytes of how many are done; shared with the maintenance worker. */
export type Progress = BigInt64Array<SharedArrayBuffer>

export const makeProgress = (): Progress => new BigInt64Array(new SharedArrayBuffer(16))
export const readProgress = (progress: Progress): { readonly done: number; readonly total: number } => ({
  done: Number(Atomics.load(progress, 0)),
  total: Number(Atomics.load(progress, 1)),
})

export interface PackInput {
  /** a copy of the database */
  readonly database: string
  readonly dataDir: string
  readonly files: readonly DataFile[]
  readonly manifest: Manifest
  readonly passphrase: string
  /** of scrypt, which makes the key of the passphrase: its binary logarithm */
  readonly workFactor: number
  /** the new file */
  readonly to: string
  readonly progress: Progress
}

export interface OpenInput {
  readonly from: string
  readonly passphrase: string
}

/** The key of one archive, which its passphrase has opened. */
export type ArchiveKey = Uint8Array

export interface UnpackInput {
  readonly from: string
  readonly key: ArchiveKey
  /** the new file for the database */
  readonly database: string
  /** the new folder for the data files */
  readonly folder: string
  /** what it may contain besides the database */
  readonly files: readonly DataFile[]
  readonly progress: Progress
}

export interface Unpacked {
  readonly manifest: Manifest
  /** entries of the data directory that no plugin of this server knows, and that were left out */
  readonly skipped: readonly string[]
}

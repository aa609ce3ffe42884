import { createReadStream, type ReadStream } from 'node:fs'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Available, Upgrades } from './contract.ts'

/** The files of a release that hosts need. Nothing else of the folder is served. */
const served =
  /^(?:checksums\.txt(?:\.minisig)?|svc-agent-(?:(?:linux|darwin)-(?:amd64|arm64)|windows-amd64\.exe)(?:\.zst)?|svc-agent-image-linux-(?:amd64|arm64)\.tar)$/

const allTargets = ['linux-amd64', 'linux-arm64', 'darwin-amd64', 'darwin-arm64', 'windows-amd64']

export type ReleaseFile =
  | { readonly kind: 'stream'; readonly size: number; readonly stream: ReadStream }
  | { readonly kind: 'redirect'; readonly url: string }

const signatureName = 'checksums.txt.minisig'

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Names that the checksums list and the folder has; undefined if it has no checksums. */
async function listed(folder: string): Promise<string[] | undefined> {
  try {
    const [sums, names] = await Promise.all([readFile(join(folder, 'checksums.txt'), 'utf8'), readdir(folder)])
    const checked = new Set(sums.split('\n').map((line) => line.split(/\s+\*?/)[1]))
    return names.filter((name) => served.test(name) && (checked.has(name) || name === signatureName))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The public key in the folder: the second line of the file that minisign writes. */
async function readKey(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, 'svc.pub'), 'utf8')).split('\n')[1]?.trim() ?? null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * The programs that hosts install: those in a folder of this server, or else of the release location. Never from both, since
 * checksums and programs belong together.
 */
export function makeReleases({ folder, url, version }: { folder: string; url: string; version: string }) {
  const base = url && `${url.replace(/\/+$/, '')}/download/v${version}`
  const findIn = (names: readonly string[], pattern: RegExp) =>
    allTargets.filter((target) => names.some((name) => pattern.exec(name)?.[1] === target))
  /** This server alone could change unsigned programs of every host, so it is a release location for signed ones only. */
  async function findUpgrades(names: readonly string[] = []): Promise<Upgrades | null> {
    const key = names.includes(signatureName) ? await readKey(folder) : null
    return url || key ? { url: url || null, key } : null
  }
  return {
    async available(): Promise<Available> {
      const names = await listed(folder)
      const upgrades = await findUpgrades(names)
      if (names)
        return {
          targets: findIn(names, /^svc-agent-(.*?)(?:\.exe)?$/),
          images: findIn(names, /^svc-agent-image-(.*)\.tar$/),
          upgrades,
        }
      // Which images the release location has is not known.
      return { targets: base ? allTargets : [], images: [], upgrades }
    },
    /** The version of the files: that of this server. */
    version,
    /** A file of the release, or undefined if there is none of this name. */
    async find(name: string): Promise<ReleaseFile | undefined> {
      if (!served.test(name)) return undefined
      const names = await listed(folder)
      if (!names) return base ? { kind: 'redirect', url: `${base}/${name}` } : undefined
      if (name !== 'checksums.txt' && !names.includes(name)) return undefined
      // Opened once: the file may be replaced between asking for its size and reading it.
      const file = await open(join(folder, name))
      const { size } = await file.stat()
      return { kind: 'stream', size, stream: createReadStream('', { fd: file }) }
    },
  }
}
export type Releases = ReturnType<typeof makeReleases>

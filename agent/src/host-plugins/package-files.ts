import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'

/** A plugin's code and data are far smaller. */
const maxFiles = 5_000
const maxBytes = 32 * 1024 * 1024

/** The verified content of a package, by path below its folder, with `/` between folders. */
export interface PackageFiles {
  /** without symbolic links */
  readonly folder: string
  readonly files: ReadonlyMap<string, Buffer>
  readonly sha256: string
}

/** Users besides root and this one whose files are trusted. */
export type Owners = readonly number[]

function assertTrusted(stats: Stats, path: string, owners: Owners): void {
  const self = process.getuid?.()
  if (self === undefined) return
  if (![0, self, ...owners].includes(stats.uid)) throw new Error(`${path} belongs to another user (uid ${stats.uid})`)
  if ((stats.mode & 0o022) !== 0) throw new Error(`${path} is writable by its group or by others`)
}

/** Throws unless it is a folder that nobody but root and the agent can change. */
export function assertTrustedFolder(path: string, shown: string, owners: Owners): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) throw new Error(`${shown} is a symbolic link`)
  if (!stats.isDirectory()) throw new Error(`${shown} is not a folder`)
  assertTrusted(stats, shown, owners)
}

/** Reads the file that was checked, even if the path names another one by now. */
function readTrusted(path: string, shown: string, owners: Owners): Buffer {
  // Never follows a link and never blocks on a pipe. Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new Error(`${shown} is not a regular file`)
    assertTrusted(stats, shown, owners)
    if (stats.size > maxBytes) throw new Error(`${shown} is larger than ${maxBytes / 1024 / 1024} MiB`)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** The lines of `sha256sum`, sorted by path in byte order, hashed again. */
function digestOf(files: ReadonlyMap<string, Buffer>): string {
  const total = createHash('sha256')
  for (const [path, content] of files) {
    total.update(`${createHash('sha256').update(content).digest('hex')}  ${path}\n`)
  }
  return total.digest('hex')
}

/** Reads and checks all files of a package once: what runs later is what was hashed. */
export function readPackageFiles(packageFolder: string, owners: Owners = []): PackageFiles {
  assertTrustedFolder(packageFolder, packageFolder, owners)
  const folder = realpathSync(packageFolder)
  const found: [path: string, content: Buffer][] = []
  let bytes = 0
  const visit = (below: string) => {
    for (const item of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below ? `${below}/${item.name}` : item.name
      const absolute = join(folder, path)
      if (/[\\\p{Cc}]/u.test(item.name)) throw new Error(`${JSON.stringify(path)} has a character that is not allowed`)
      if (item.isSymbolicLink()) throw new Error(`${path} is a symbolic link`)
      if (item.isDirectory()) {
        assertTrustedFolder(absolute, path, owners)
        visit(path)
        continue
      }
      if (found.length >= maxFiles) throw new Error(`the package has more than ${maxFiles} files`)
      const content = readTrusted(absolute, path, owners)
      bytes += content.length
      if (bytes > maxBytes) throw new Error(`the package is larger than ${maxBytes / 1024 / 1024} MiB`)
      found.push([path, content])
    }
  }
  visit('')
  const files = new Map(found.toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  return { folder, files, sha256: digestOf(files) }
}

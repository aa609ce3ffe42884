import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { FileEntry } from '@svc/plugin-files/wire'
import { readAccounts } from './accounts.ts'
import { isTemporary } from './leftovers.ts'
import { inside, type Place } from './place.ts'
import { failed } from './refusal.ts'
import type { Sandbox } from './sandbox.ts'

/** A list must fit into a frame. */
const maxListBytes = 800_000
/** Entries that are read before other work gets its turn. */
const entriesAtOnce = 500
/** A browser fetches the parts of a list within seconds. */
const cacheMs = 10_000

const typeOf = (stat: Stats): FileEntry['file_type'] =>
  stat.isDirectory() ? 'Directory' : stat.isSymbolicLink() ? 'Symlink' : 'File'

/** Nine characters such as `rw-r-----`. */
function permissionsOf({ mode }: Stats): string | null {
  if (process.platform === 'win32') return null
  const bits = [...'rwxrwxrwx'].map((letter, index) => (mode & (0o400 >> index) ? letter : '-'))
  const special = [
    [0o4000, 2, 's'],
    [0o2000, 5, 's'],
    [0o1000, 8, 't'],
  ] as const
  for (const [bit, index, letter] of special) {
    if (mode & bit) bits[index] = bits[index] === 'x' ? letter : letter.toUpperCase()
  }
  return bits.join('')
}

const entryOf = (name: string, path: string, stat: Stats, accounts: ReturnType<typeof readAccounts>): FileEntry => ({
  name,
  path,
  file_type: typeOf(stat),
  size: stat.size,
  modified: Math.max(0, Math.floor(stat.mtimeMs / 1000)),
  permissions: permissionsOf(stat),
  ...accounts(stat.uid, stat.gid),
})

const unknown = { file_type: 'File', size: 0, modified: 0, permissions: null, owner: null, group: null } as const

interface Name {
  readonly bytes: Buffer
  readonly text: string
}

/** The names in a directory: directories first, then by name, without regard to case. */
async function sortedNames(directory: Place): Promise<Name[]> {
  const found = await readdir(directory.at, { withFileTypes: true, encoding: 'buffer' })
  const keyed = found
    .map((entry) => {
      const text = entry.name.toString()
      return { bytes: entry.name, text, isDirectory: entry.isDirectory(), key: text.toLowerCase() }
    })
    .filter(({ text }) => !isTemporary(text))
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  keyed.sort(
    (a, b) => Number(b.isDirectory) - Number(a.isDirectory) || compare(a.key, b.key) || compare(a.text, b.text),
  )
  return keyed.map(({ bytes, text }) => ({ bytes, text }))
}

export interface ListPart {
  readonly entries: FileEntry[]
  readonly total: number
}

/** Lists directories, a part at a time. */
export function makeLists(sandbox: Sandbox) {
  /** the last long list, for its further parts */
  let cached: { readonly version: string; readonly names: readonly Name[] } | undefined
  let forget: NodeJS.Timeout | undefined

  async function namesOf(directory: Place): Promise<readonly Name[]> {
    const { dev, ino, mtimeMs } = statSync(directory.at)
    const version = `${dev} ${ino} ${mtimeMs}`
    if (cached?.version === version) return cached.names
    const names = await sortedNames(directory)
    cached = { version, names }
    clearTimeout(forget)
    forget = setTimeout(clear, cacheMs).unref()
    return names
  }
  const clear = () => {
    clearTimeout(forget)
    cached = undefined
  }

  function readEntry(directory: Place, path: string, { bytes, text }: Name, accounts: ReturnType<typeof readAccounts>) {
    const at = inside(directory, bytes)
    const entry: FileEntry = { ...unknown, name: text, path: join(path, text) }
    if (sandbox.isDenied(text)) entry.denied = true
    try {
      const stat = lstatSync(at)
      Object.assign(entry, entryOf(text, entry.path, stat, accounts))
      if (stat.isSymbolicLink()) entry.target = readlinkSync(at, { encoding: 'buffer' }).toString()
    } catch {
      // Deleted meanwhile, or unreadable: the others are listed all the same.
    }
    return entry
  }

  async function list(path: string, offset: number, limit: number, signal: AbortSignal): Promise<ListPart> {
    const wanted = sandbox.normalize(path)
    const accounts = readAccounts()
    const roots = await sandbox.rootsBelow(wanted)
    if (roots.length > 0) {
      const entries = roots.map((root) => entryOf(root, root, statSync(root), accounts))
      return { entries: entries.slice(offset, offset + limit), total: entries.length }
    }
    using directory = await sandbox.open(wanted)
    if (!statSync(directory.at).isDirectory()) throw failed('not a directory')
    const names = await namesOf(directory)
    const entries: FileEntry[] = []
    let bytes = 0
    for (const [index, name] of names.slice(offset, offset + limit).entries()) {
      if (index % entriesAtOnce === entriesAtOnce - 1) await setImmediate(undefined, { signal })
      const entry = readEntry(directory, wanted, name, accounts)
      bytes += Buffer.byteLength(JSON.stringify(entry)) + 1
      if (bytes > maxListBytes) break
      entries.push(entry)
    }
    return { entries, total: names.length }
  }

  return { list, close: clear }
}

/** What a path leads to. */
export async function statEntry(sandbox: Sandbox, path: string): Promise<FileEntry> {
  using place = await sandbox.open(path)
  const { real } = place
  return entryOf(basename(real) || real, real, statSync(place.at), readAccounts())
}

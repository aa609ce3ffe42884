import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize, parse, sep } from 'node:path'
import type { IsDenied } from './deny-patterns.ts'
import { type Entry, makeOpener, type Opener, type OpenerKind, type Place } from './place.ts'
import { codeOf, conflict, denied, invalid, notFound } from './refusal.ts'

/** A permitted directory: as it is configured, and without links. */
interface Root {
  readonly given: string
  readonly real: string
}

/** A path below a root. */
interface Location {
  readonly root: Root
  readonly names: readonly string[]
}

const maxPathBytes = 4096
/** Attempts while the path is being changed. */
const maxAttempts = 8
const isWindows = process.platform === 'win32'

/** The names of a path below a directory; undefined if it is not below it. */
function namesBelow(directory: string, path: string): string[] | undefined {
  const prefix = directory.endsWith(sep) ? directory : directory + sep
  if (path === directory) return []
  return path.startsWith(prefix) ? path.slice(prefix.length).split(sep) : undefined
}

/** Checks and normalizes a path of the server. */
function parsePath(path: string): string {
  if (!path) throw invalid('path must not be empty')
  if (path.includes('\0')) throw invalid('path must not contain NUL')
  if (!path.isWellFormed()) throw invalid('path must be valid Unicode')
  if (Buffer.byteLength(path) > maxPathBytes) throw invalid(`path must not be longer than ${maxPathBytes} bytes`)
  if (!isAbsolute(path)) throw invalid('path must be absolute')
  const { root } = parse(path)
  const names = path.slice(root.length).split(isWindows ? /[\\/]/ : '/')
  if (names.includes('..')) throw denied('path must not contain ..')
  if (isWindows && names.some((name) => name.includes(':'))) throw denied('path must not name a stream')
  const normalized = normalize(path)
  return normalized.length > root.length && normalized.endsWith(sep) ? normalized.slice(0, -1) : normalized
}

export interface SandboxOptions {
  /** absolute paths */
  readonly roots: readonly string[]
  readonly isDenied: IsDenied
  /** the way to open; by default the safest one of this system */
  readonly opener?: OpenerKind
}

export type Sandbox = ReturnType<typeof makeSandbox>

/**
 * Opens what is below the permitted directories. A path is first resolved, which is only a hint; then the result is opened
 * without following any link, so that it is what was checked, or nothing.
 */
export function makeSandbox({ roots: configured, isDenied, opener: kind }: SandboxOptions) {
  const given = configured.map(parsePath)
  let opening: Promise<Opener & { readonly kind: OpenerKind }> | undefined
  const opener = () => {
    opening ??= makeOpener(kind)
    return opening
  }

  /** Resolved again each time: a root may be mounted or created later. */
  const roots = async (): Promise<Root[]> => {
    const resolved = await Promise.allSettled(given.map((path) => realpath(path)))
    return resolved.flatMap((real, index) =>
      real.status === 'fulfilled' ? [{ given: given[index] ?? real.value, real: real.value }] : [],
    )
  }

  /** The innermost root that a path is below. */
  function locate(path: string, all: readonly Root[]): Location | undefined {
    const found = all.flatMap((root) =>
      [root.given, root.real].flatMap((directory) => {
        const names = namesBelow(directory, path)
        return names ? [{ root, names }] : []
      }),
    )
    return found.sort((a, b) => a.names.length - b.names.length)[0]
  }

  function checkNames(names: readonly string[]): void {
    const name = names.find(isDenied)
    if (name !== undefined) throw denied(`the name ${JSON.stringify(name)} is blocked by file.deny_patterns`)
  }

  /** Where a path leads to without links, if that is permitted. */
  function permit(path: string, all: readonly Root[]): Location {
    const location = locate(path, all)
    if (!location && given.some((root) => namesBelow(root, path))) throw notFound()
    if (!location) throw denied('path is outside of file.root_paths')
    checkNames(location.names)
    return location
  }

  /** Opens what a path leads to. */
  async function open(path: string): Promise<Place> {
    const wanted = parsePath(path)
    const open = await opener()
    for (let attempt = 1; ; attempt += 1) {
      const all = await roots()
      const { root, names } = permit(wanted, all)
      try {
        // It may wait for a network file system, therefore not on the main thread.
        const real = await realpath(join(root.real, ...names))
        const target = permit(real, all)
        const place = open.open(target.root.real, namesBelow(target.root.real, real) ?? [])
        if (place.real === real) return place
        place[Symbol.dispose]()
      } catch (error) {
        const code = codeOf(error)
        if (code === 'ENOENT' && leadsOut(open, root, names)) throw denied('path leads out of file.root_paths')
        const isChanging = code === 'ELOOP' || code === 'ENOTDIR' || code === 'EAGAIN' || code === 'EXDEV'
        if (!isChanging || attempt === maxAttempts) throw error
      }
      if (attempt === maxAttempts) throw conflict('the path is being changed')
    }
  }

  /** Without this, a link would tell what exists outside. */
  function leadsOut({ native, open }: Opener, root: Root, names: readonly string[]): boolean {
    if (!native) return false
    try {
      using directory = open(root.real, [])
      return directory.handle !== undefined && native.leadsOut(directory.handle, names.join('/') || '.')
    } catch {
      return false
    }
  }

  /** Opens the directory of a path and checks its last name, which does not have to exist. */
  async function entry(path: string): Promise<Entry> {
    const wanted = parsePath(path)
    const { names } = permit(wanted, await roots())
    if (names.length === 0) throw denied('a directory of file.root_paths cannot be changed itself')
    const directory = await open(dirname(wanted))
    const name = basename(wanted)
    const real = join(directory.real, name)
    const isRoot = (await roots()).some((root) => namesBelow(real, root.real) !== undefined)
    if (isRoot) {
      directory[Symbol.dispose]()
      throw denied('it contains a directory of file.root_paths')
    }
    return { directory, name, real, [Symbol.dispose]: () => directory[Symbol.dispose]() }
  }

  return {
    open,
    entry,
    isDenied,
    opener,
    /** Opens a directory again that was opened before, by its path without links. */
    async reopen(real: string): Promise<Place> {
      const place = (await opener()).open(real, [])
      if (place.real === real) return place
      place[Symbol.dispose]()
      throw notFound()
    },
    /** The normalized path and its names below the root. */
    async parse(path: string) {
      const wanted = parsePath(path)
      const { root, names } = permit(wanted, await roots())
      return { path: wanted, root: root.real, names }
    },
    /** The roots below a path that is outside of all of them; empty if there are none. `/` is above all drives of Windows. */
    async rootsBelow(path: string): Promise<string[]> {
      const wanted = parsePath(path)
      const all = await roots()
      if (locate(wanted, all)) return []
      return all.flatMap(({ given, real }) =>
        wanted === sep || [given, real].some((root) => namesBelow(wanted, root) !== undefined) ? [given] : [],
      )
    },
    normalize: parsePath,
  }
}

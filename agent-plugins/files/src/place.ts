import { closeSync, constants, lstatSync, openSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { loadNative, type Native, openPath } from './native.ts'
import { codeOf } from './refusal.ts'

/** A file or directory that is open, so that it stays the same one whatever happens to its name. */
export interface Place extends Disposable {
  /** what system calls take instead of the path */
  readonly at: string
  /** the path without links */
  readonly real: string
  /** the number of the handle, where there is one */
  readonly handle: number | undefined
}

/** A name in a directory: the entry itself, not what it leads to. */
export interface Entry extends Disposable {
  readonly directory: Place
  readonly name: string
  /** the path without links */
  readonly real: string
}

/** The path of what is in a directory, for system calls. `name` is a single name, of any bytes. */
export const inside = ({ at }: Place, name: string | Buffer): string | Buffer =>
  typeof name === 'string' ? join(at, name) : Buffer.concat([Buffer.from(at + sep), name])

/** Opens places without following links. */
export interface Opener {
  /** Opens what is below a directory. Throws if any part of either path is a link now. */
  open(root: string, names: readonly string[]): Place
  /** the calls that Node does not offer, if there are any */
  readonly native: Native | undefined
}

const systemError = (code: string) => Object.assign(new Error(code), { code })

const handlePath = (handle: number) => `/proc/self/fd/${handle}`

class HandlePlace implements Place {
  readonly handle: number
  readonly real: string
  #isOpen = true

  constructor(handle: number, real?: string) {
    this.handle = handle
    this.real = real ?? readlinkSync(this.at)
  }

  get at(): string {
    return handlePath(this.handle)
  }

  [Symbol.dispose](): void {
    if (this.#isOpen) closeSync(this.handle)
    this.#isOpen = false
  }
}

/** Opens what is in a directory. Throws if it is a link, or something else than a directory where one is needed. */
export function openChild(directory: Place, name: string | Buffer, kind: 'directory' | 'any' = 'directory'): Place {
  const path = inside(directory, name)
  const real = join(directory.real, name.toString())
  if (directory.handle !== undefined) {
    const flags = kind === 'directory' ? constants.O_DIRECTORY : 0
    return new HandlePlace(openSync(path, openPath | constants.O_NOFOLLOW | flags), real)
  }
  const stat = lstatSync(path)
  if (stat.isSymbolicLink() || (kind === 'directory' && !stat.isDirectory())) throw systemError('ENOTDIR')
  return { at: path.toString(), real, handle: undefined, [Symbol.dispose]() {} }
}

/** What is mounted there. A bind mount has the device of its source, but a mount of its own. */
export function mountOf({ at, handle }: Place): string {
  if (handle === undefined) return String(statSync(at).dev)
  return /^mnt_id:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${handle}`, 'utf8'))?.[1] ?? ''
}

/** With `openat2`, the kernel refuses links and what leads out. */
const nativeOpener = (native: Native): Opener => ({
  native,
  open(root, names) {
    const directory = native.openDirectory(root)
    if (names.length === 0) return new HandlePlace(directory)
    try {
      return new HandlePlace(native.openBelow(directory, names.join('/'), 0))
    } finally {
      closeSync(directory)
    }
  },
})

/** Without `openat2`: one name after the other, each in the directory that the handle before names. */
const walkingOpener = (native: Native | undefined): Opener => ({
  native,
  open(root, names) {
    const parts = [...root.split('/'), ...names].filter((part) => part !== '')
    let handle = openSync('/', openPath | constants.O_DIRECTORY)
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1
      const mustBeDirectory = isLast && names.length > 0 ? 0 : constants.O_DIRECTORY
      const parent = handle
      try {
        handle = openSync(`${handlePath(parent)}/${part}`, openPath | constants.O_NOFOLLOW | mustBeDirectory)
      } finally {
        closeSync(parent)
      }
    }
    return new HandlePlace(handle)
  },
})

/** Systems without names for handles: paths without links, checked again by whoever has opened one. */
const pathOpener: Opener = {
  native: undefined,
  open(root, names) {
    const real = join(root, ...names)
    statSync(real)
    if (realpathSync(real) !== real) throw systemError('ELOOP')
    return { at: real, real, handle: undefined, [Symbol.dispose]() {} }
  },
}

const hasHandleNames = () => {
  try {
    const handle = openSync(sep, openPath | constants.O_DIRECTORY)
    try {
      return readlinkSync(handlePath(handle)) === '/'
    } finally {
      closeSync(handle)
    }
  } catch {
    return false
  }
}

export type OpenerKind = 'openat2' | 'walk' | 'path'

/** The safest way that this system offers, or a given one. Loads the native library, so call it when it is needed. */
export async function makeOpener(kind?: OpenerKind): Promise<Opener & { readonly kind: OpenerKind }> {
  if (kind === 'path' || process.platform !== 'linux' || !hasHandleNames()) return { ...pathOpener, kind: 'path' }
  const native = await loadNative().catch(() => undefined)
  if (kind === 'walk' || !native) return { ...walkingOpener(native), kind: 'walk' }
  try {
    closeSync(native.openDirectory('/'))
    return { ...nativeOpener(native), kind: 'openat2' }
  } catch (error) {
    // A kernel before 5.6, or a container that does not permit the call.
    if (kind === undefined && ['ENOSYS', 'EPERM'].includes(codeOf(error) ?? ''))
      return { ...walkingOpener(native), kind: 'walk' }
    throw error
  }
}

import { constants, lstatSync, readlinkSync, type Stats, statSync } from 'node:fs'
import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises'
import { checkRegular, openContent } from './content.ts'
import { type Leftovers, temporaryNameOf } from './leftovers.ts'
import { type Entry, inside, type Place } from './place.ts'
import { codeOf, conflict, failed } from './refusal.ts'
import type { Sandbox } from './sandbox.ts'

/** A file that is to be written: its directory and name, and the file if it exists. */
export interface Target extends Disposable {
  readonly directory: Place
  readonly name: string
  readonly existing: { readonly place: Place; readonly stat: Stats } | undefined
}

type Name = Pick<Entry, 'directory' | 'name'>

const statOf = ({ directory, name }: Name) => lstatSync(inside(directory, name), { throwIfNoEntry: false })

const isSame = (a: Stats, b: Stats | undefined) => a.dev === b?.dev && a.ino === b.ino

/** Opens what would be written through a path: for a link, the file that it leads to. */
export async function openTarget(sandbox: Sandbox, path: string): Promise<Target> {
  const entry = await sandbox.entry(path)
  const opened: Disposable[] = [entry]
  const close = () => {
    for (const one of opened) one[Symbol.dispose]()
  }
  try {
    const found = statOf(entry)
    if (!found) return { directory: entry.directory, name: entry.name, existing: undefined, [Symbol.dispose]: close }
    const place = await sandbox.open(path)
    opened.push(place)
    const stat = await checkRegular(place)
    const target = found.isSymbolicLink() ? await sandbox.entry(place.real) : entry
    opened.push(target)
    if (!isSame(stat, statOf(target))) throw conflict('the path is being changed')
    return { directory: target.directory, name: target.name, existing: { place, stat }, [Symbol.dispose]: close }
  } catch (error) {
    close()
    throw error
  }
}

/** Gives a new file owner, mode and access control list of the one that it replaces. */
async function keepAttributes(sandbox: Sandbox, file: FileHandle, { place, stat }: NonNullable<Target['existing']>) {
  const { uid, gid } = await file.stat()
  if (uid !== stat.uid || gid !== stat.gid) {
    await file.chown(stat.uid, stat.gid).catch((error) => {
      throw failed('the agent may not keep the owner of the file', error)
    })
  }
  const { native } = await sandbox.opener()
  if (native) {
    const { file: source } = await openContent(place, Number.POSITIVE_INFINITY)
    try {
      native.copyAttributes(source.fd, file.fd)
    } finally {
      await source.close()
    }
  }
  await file.chmod(stat.mode & 0o7777)
}

/** Renames unless the new name exists. */
export async function renameNew(sandbox: Sandbox, from: Name, to: Name): Promise<void> {
  const { native } = await sandbox.opener()
  const [source, target] = [from.directory.handle, to.directory.handle]
  if (native && source !== undefined && target !== undefined) {
    try {
      native.rename(source, from.name, target, to.name)
      return
    } catch (error) {
      if (!['ENOSYS', 'EINVAL'].includes(codeOf(error) ?? '')) throw error
    }
  }
  const [oldPath, newPath] = [inside(from.directory, from.name), inside(to.directory, to.name)]
  if (lstatSync(oldPath).isDirectory()) {
    // It replaces an empty directory at most.
    if (statOf(to)) throw conflict('it exists already')
    await rename(oldPath, newPath)
  } else {
    await link(oldPath, newPath)
    await unlink(oldPath)
  }
}

/** A new file that becomes visible as a whole, or not at all. */
export class Replacement {
  readonly file: FileHandle
  readonly #sandbox: Sandbox
  readonly #leftovers: Leftovers
  readonly #target: Target
  readonly #temporary: string
  #isOpen = true

  private constructor(sandbox: Sandbox, leftovers: Leftovers, target: Target, temporary: string, file: FileHandle) {
    this.#sandbox = sandbox
    this.#leftovers = leftovers
    this.#target = target
    this.#temporary = temporary
    this.file = file
  }

  /** Creates the file beside the target, which it closes at the end. `id` is unique. */
  static async create(sandbox: Sandbox, leftovers: Leftovers, target: Target, id: string): Promise<Replacement> {
    const temporary = temporaryNameOf(id)
    await leftovers.add(target.directory.real, temporary)
    try {
      const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants
      // The content of an existing file is nobody else's business until it has its mode.
      const mode = target.existing ? 0o600 : 0o666
      const path = inside(target.directory, temporary)
      const file = await open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
      return new Replacement(sandbox, leftovers, target, temporary, file)
    } catch (error) {
      await leftovers.remove(temporary)
      throw error
    }
  }

  get existing(): Target['existing'] {
    return this.#target.existing
  }

  /** Makes the new content visible, unless the target is no longer the one that was opened. */
  async commit(): Promise<void> {
    const { directory, name, existing } = this.#target
    if (existing) await keepAttributes(this.#sandbox, this.file, existing)
    await this.file.sync()
    const isMoved = directory.handle !== undefined && readlinkSync(directory.at) !== directory.real
    if (isMoved) throw conflict('the directory was moved or deleted')
    const from = { directory, name: this.#temporary }
    if (existing) {
      const { mtimeMs, size } = statSync(existing.place.at)
      const isChanged = mtimeMs !== existing.stat.mtimeMs || size !== existing.stat.size
      if (isChanged || !isSame(existing.stat, statOf(this.#target))) throw conflict('the file was changed meanwhile')
      await rename(inside(directory, this.#temporary), inside(directory, name))
    } else await renameNew(this.#sandbox, from, { directory, name })
    await this.#close()
    await syncDirectory(directory)
    this.#target[Symbol.dispose]()
  }

  /** Removes it. Does nothing after `commit`. */
  async discard(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    const { directory } = this.#target
    await unlink(inside(directory, this.#temporary)).catch(() => {})
    await this.#close()
    this.#target[Symbol.dispose]()
  }

  async #close(): Promise<void> {
    this.#isOpen = false
    await this.file.close()
    await this.#leftovers.remove(this.#temporary)
  }
}

async function syncDirectory({ at }: Place): Promise<void> {
  // Windows cannot open directories; its file systems journal the rename.
  if (process.platform === 'win32') return
  const handle = await open(at, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    // Some file systems do not support it.
    await handle.sync().catch(() => {})
  } finally {
    await handle.close()
  }
}

import { lstatSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { inside, mountOf, openChild, type Place } from './place.ts'
import { codeOf, conflict, denied, failed } from './refusal.ts'
import { renameNew } from './replacement.ts'
import type { Sandbox } from './sandbox.ts'

/** Each level holds a handle. */
const maxDepth = 500

/** Deletes a file, a link itself, or a directory; one that is not empty only if `recursive`. */
export async function deletePath(sandbox: Sandbox, path: string, recursive: boolean, signal: AbortSignal) {
  using entry = await sandbox.entry(path)
  const at = inside(entry.directory, entry.name)
  if (!lstatSync(at).isDirectory()) return await unlink(at)
  if (recursive) {
    using directory = openChild(entry.directory, entry.name)
    const emptied = { sandbox, mount: mountOf(entry.directory), signal }
    await checkDeletable(directory, emptied, 0)
    await empty(directory, emptied, 0)
  }
  await rmdir(at)
}

interface Emptying {
  readonly sandbox: Sandbox
  /** of the directory that it is in */
  readonly mount: string
  readonly signal: AbortSignal
}

const entriesOf = ({ at }: Place) => readdir(at, { withFileTypes: true, encoding: 'buffer' })

/** Nothing is deleted if something must not be. */
async function checkDeletable(directory: Place, options: Emptying, depth: number): Promise<void> {
  options.signal.throwIfAborted()
  if (depth > maxDepth) throw failed(`directories are nested deeper than ${maxDepth}`)
  if (mountOf(directory) !== options.mount) throw failed(`${directory.real} is a mount point`)
  for (const entry of await entriesOf(directory)) {
    const name = entry.name.toString()
    if (options.sandbox.isDenied(name)) throw denied(`it contains ${JSON.stringify(name)}, a blocked name`)
    if (!entry.isDirectory()) continue
    using child = openChild(directory, entry.name)
    await checkDeletable(child, options, depth + 1)
  }
}

/** Empties the directory that the handle names: one that was replaced by a link meanwhile cannot be opened. */
async function empty(directory: Place, options: Emptying, depth: number): Promise<void> {
  if (depth > maxDepth) throw failed(`directories are nested deeper than ${maxDepth}`)
  if (mountOf(directory) !== options.mount) throw failed(`${directory.real} is a mount point`)
  for (const entry of await entriesOf(directory)) {
    options.signal.throwIfAborted()
    if (options.sandbox.isDenied(entry.name.toString())) throw denied('it contains a blocked name')
    const at = inside(directory, entry.name)
    if (entry.isDirectory()) {
      using child = openChild(directory, entry.name)
      await empty(child, options, depth + 1)
      await rmdir(at)
    } else await unlink(at)
  }
}

/** Creates a directory and the missing ones above it. */
export async function makeDirectories(sandbox: Sandbox, path: string): Promise<void> {
  const { path: wanted, names } = await sandbox.parse(path)
  const missing: string[] = []
  let existing: Place | undefined
  for (let current = wanted; !existing; current = dirname(current)) {
    try {
      existing = await sandbox.open(current)
    } catch (error) {
      const name = names.at(-1 - missing.length)
      if (codeOf(error) !== 'ENOENT' || name === undefined) throw error
      missing.unshift(name)
    }
  }
  for (const name of missing) {
    using parent = existing
    await mkdir(inside(parent, name)).catch((error) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    existing = openChild(parent, name)
  }
  using created = existing
  if (!statSync(created.at).isDirectory()) throw conflict('it exists already')
}

/** Moves a file, a link itself or a directory. */
export async function movePath(sandbox: Sandbox, from: string, to: string, overwrite: boolean): Promise<void> {
  using source = await sandbox.entry(from)
  using target = await sandbox.entry(to)
  const [oldPath, newPath] = [inside(source.directory, source.name), inside(target.directory, target.name)]
  const moved = lstatSync(oldPath)
  const replaced = lstatSync(newPath, { throwIfNoEntry: false })
  if (!replaced || !overwrite || moved.isDirectory()) return await renameNew(sandbox, source, target)
  if (!replaced.isFile() && !replaced.isSymbolicLink()) throw conflict('only a file can be replaced')
  await rename(oldPath, newPath)
}

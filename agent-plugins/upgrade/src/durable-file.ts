import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes the names of a folder to disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its file systems journal the rename.
  if (process.platform === 'win32') return
  await using folder = await open(path, 'r')
  await folder.sync()
}

/** Replaces a file; after a crash it has the old or the new content. Only its owner can read it. */
export async function writeDurably(path: string, content: string): Promise<void> {
  const unfinished = `${path}.new`
  // A leftover file may have other permissions. `wx` never follows a symbolic link.
  await rm(unfinished, { force: true })
  {
    await using file = await open(unfinished, 'wx', 0o600)
    await file.writeFile(content)
    await file.sync()
  }
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}

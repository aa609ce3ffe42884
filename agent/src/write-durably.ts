import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The disk operations of a durable write, in order. Tests replace them to simulate crashes. */
export interface DiskSteps {
  create(path: string): Promise<FileHandle>
  write(file: FileHandle, content: string): Promise<void>
  sync(file: FileHandle): Promise<void>
  rename(from: string, to: string): Promise<void>
  syncFolder(path: string): Promise<void>
}

export const disk: DiskSteps = {
  async create(path) {
    // A leftover file may have other permissions. `wx` never follows a symbolic link.
    await rm(path, { force: true })
    return open(path, 'wx', 0o600)
  },
  write: (file, content) => file.writeFile(content, 'utf8'),
  sync: (file) => file.sync(),
  rename,
  async syncFolder(path) {
    // Windows cannot open folders; its file systems journal the rename.
    if (process.platform === 'win32') return
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  },
}

/**
 * Atomically replaces a file: after a crash it has either the old or the new content. Only its owner can read it.
 */
export async function writeDurably(path: string, content: string, steps: DiskSteps = disk): Promise<void> {
  const temporary = `${path}.new`
  const file = await steps.create(temporary)
  try {
    await steps.write(file, content)
    await steps.sync(file)
  } finally {
    await file.close()
  }
  await steps.rename(temporary, path)
  await steps.syncFolder(dirname(path))
}

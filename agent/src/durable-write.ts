import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The steps of a durable write that touch the disk, in order; replaced only to interrupt them. */
export interface DiskSteps {
  create(path: string): Promise<FileHandle>
  write(file: FileHandle, content: string): Promise<void>
  sync(file: FileHandle): Promise<void>
  rename(from: string, to: string): Promise<void>
  syncFolder(path: string): Promise<void>
}

export const disk: DiskSteps = {
  async create(path) {
    // A rest of an interrupted write may have other rights; `wx` never follows a link someone put there.
    await rm(path, { force: true })
    return open(path, 'wx', 0o600)
  },
  write: (file, content) => file.writeFile(content, 'utf8'),
  sync: (file) => file.sync(),
  rename,
  async syncFolder(path) {
    // Windows cannot open a folder; its file systems journal the rename themselves.
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
 * Replaces a file so that after a crash at any moment either the old or the new content is there, whole. The file is
 * readable by its owner only.
 */
export async function writeDurably(path: string, content: string, steps: DiskSteps = disk): Promise<void> {
  const fresh = `${path}.new`
  const file = await steps.create(fresh)
  try {
    await steps.write(file, content)
    await steps.sync(file)
  } finally {
    await file.close()
  }
  await steps.rename(fresh, path)
  await steps.syncFolder(dirname(path))
}

import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DownloadFault } from './download-fault.ts'

const flush = async (path: string) => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Puts the whole file in the place of the old one, or leaves that alone: a power cut gives one of the two. */
export async function replaceFile(path: string, bytes: Buffer): Promise<void> {
  const beside = `${path}.part`
  try {
    const handle = await open(beside, 'w', 0o644)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, path)
    await flush(dirname(path))
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    const { code } = error as NodeJS.ErrnoException
    throw new DownloadFault('not_saved', `the file could not be saved in the data directory (${code})`)
  }
}

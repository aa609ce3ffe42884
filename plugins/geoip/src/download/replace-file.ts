import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { text } from '@svc/plugin-sdk'
import { DownloadFailure } from './download-failure.ts'

const flush = async (path: string) => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Replaces a file atomically: after a power cut, either the old or the new file is complete. */
export async function replaceFile(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.part`
  try {
    const handle = await open(temporary, 'w', 0o644)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
    await flush(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    const { code = '' } = error as NodeJS.ErrnoException
    throw new DownloadFailure('not_saved', text('geoip.NOT_SAVED', { code }))
  }
}

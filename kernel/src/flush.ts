import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Returns when a file is on the disk, and not only in the memory of the system. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** A renamed file survives a power failure only when its folder is flushed too; Windows cannot. */
export const flushFolder = (path: string): void => {
  if (process.platform !== 'win32') flush(path)
}

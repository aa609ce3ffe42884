import { statfs } from 'node:fs/promises'
import { diskFull } from './errors.ts'

/** Stays free for the database. */
const reservedBytes = 64 * 1024 * 1024
/** The free space is checked again after so many bytes, because others write too. */
export const spaceCheckBytes = 16 * 1024 * 1024

/** Bytes that may be written into a folder; negative when too few are free already. */
async function spareBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize - reservedBytes
}

export const freeSpace = async (folder: string): Promise<number> => Math.max(0, await spareBytes(folder))

/** Throws if so many more bytes would fill the disk. */
export async function reserveSpace(folder: string, bytes: number): Promise<void> {
  const spare = await spareBytes(folder)
  if (spare < bytes) throw diskFull(bytes - spare)
}

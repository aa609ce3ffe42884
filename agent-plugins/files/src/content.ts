import { constants, type Stats, statSync } from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import type { Place } from './place.ts'
import { failed } from './refusal.ts'

/** File systems whose files are no stored data, may have no end and may wait: proc, sysfs, debugfs, tracefs, cgroups and so on. */
const virtualFileSystems = new Set([
  0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x27e0eb, 0x63677270, 0xcafe4a11, 0x73636673, 0x62656570, 0x19800202,
  0x6e736673, 0x1cd1, 0x50495045, 0x534f434b, 0xde5e81e4, 0x6165676c, 0xf97cff8c, 0x42494e4d,
])

/** Throws unless it is a file with stored content. */
export async function checkRegular({ at }: Place): Promise<Stats> {
  const stat = statSync(at)
  if (stat.isDirectory()) throw failed('it is a directory')
  if (!stat.isFile()) throw failed('it is a device, socket or pipe')
  if (process.platform === 'linux' && virtualFileSystems.has((await statfs(at)).type))
    throw failed('it is a file of the kernel')
  return stat
}

/** Opens a regular file for reading. It never waits for another process. */
export async function openContent(place: Place, maxBytes: number): Promise<{ file: FileHandle; stat: Stats }> {
  const { size } = await checkRegular(place)
  if (size > maxBytes) throw failed(`the file has ${size} bytes; the limit is ${maxBytes}`)
  const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants
  // The name of a handle is a link.
  const noFollow = place.handle === undefined ? O_NOFOLLOW : 0
  const file = await open(place.at, O_RDONLY | O_NONBLOCK | O_NOCTTY | noFollow)
  const stat = await file.stat()
  if (stat.isFile()) return { file, stat }
  await file.close()
  throw failed('it is a device, socket or pipe')
}

/** Names the content for a continuation. */
export const versionOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string =>
  [dev, ino, size, mtimeMs, ctimeMs].map((number) => number.toString(36)).join('-')

/** Fills a buffer from a file; less only at the end. */
export async function readInto(file: FileHandle, position: number, buffer: Buffer): Promise<Buffer> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

/** Reads up to `length` bytes; fewer only at the end. */
export const readUpTo = (file: FileHandle, position: number, length: number): Promise<Buffer> =>
  readInto(file, position, Buffer.allocUnsafe(length))

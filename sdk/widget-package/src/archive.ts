import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { limits } from './limits.ts'
import { PackageError } from './package-error.ts'

/** Entries of an archive by name, inflated. */
export type Files = ReadonlyMap<string, Buffer>

/** Whether bytes begin like an archive (spec document 2, Rules). */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

const fileType = 0o170000
const regularFile = 0o100000
const folder = 0o040000

/** Undefined when the name is fine. */
function nameFault(name: string): string | undefined {
  if (name.length > 255) return 'name is too long'
  // also what turns the reading direction, and what stands for bytes that are no text
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)) return 'name contains control characters'
  if (name.includes('\ufffd')) return 'name is not valid UTF-8'
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'name is an absolute path'
  if (name.includes('\\')) return 'name contains a backslash'
  const parts = name.replace(/\/$/, '').split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'name contains an empty segment, . or ..'
  return undefined
}

/** Links, devices and the like; archives made on Windows say nothing about types. */
function typeFault({ externalFileAttributes, fileName }: Entry): string | undefined {
  const type = (externalFileAttributes >>> 16) & fileType
  const expected = fileName.endsWith('/') ? folder : regularFile
  return type === 0 || type === expected ? undefined : 'is a link or a special file'
}

/**
 * The same for names that a file system may take for one: in any letter case, also where it changes the number of letters, and in
 * any composition of marks.
 */
const folded = (name: string) => name.toLowerCase().toUpperCase().normalize('NFC').replace(/\/$/, '')

/** The content of an entry, which must be what the directory of the archive says of it. */
async function inflate(zip: ZipFile, entry: Entry, total: { left: number }): Promise<Buffer> {
  const { fileName: name } = entry
  const stream: Readable = await zip.openReadStreamPromise(entry)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length
    total.left -= piece.length
    if (size > limits.entry) throw new PackageError(`entry ${name} has more than ${limits.entry} bytes`)
    if (total.left < 0) throw new PackageError(`the archive has more than ${limits.archive} bytes`)
    pieces.push(piece)
  }
  const content = Buffer.concat(pieces)
  if (crc32(content) !== entry.crc32) throw new PackageError(`entry ${name} is corrupt`)
  return content
}

/** What cannot be said of an archive by us was said by the library; its words are short and quote only names. */
const unreadable = (error: unknown) =>
  new PackageError(
    `the archive cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown error'}`,
  )

/**
 * Inflates an archive. Throws `PackageError` for names that leave the archive, links, twins (also those that differ in case only,
 * because a file system may not), encrypted entries, and whatever is too many or too large. `only` inflates one entry.
 */
export async function readArchive(bytes: Buffer, only?: string): Promise<Files> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true }).catch((error) => {
    throw unreadable(error)
  })
  if (zip.entryCount > limits.entries) throw new PackageError(`the archive has more than ${limits.entries} entries`)
  const files = new Map<string, Buffer>()
  const seen = new Set<string>()
  const total = { left: limits.archive }
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      if (seen.size >= limits.entries) throw new PackageError(`the archive has more than ${limits.entries} entries`)
      const fault = nameFault(fileName) ?? typeFault(entry)
      if (fault) throw new PackageError(`entry ${fault}: ${JSON.stringify(fileName.slice(0, 100))}`)
      const name = folded(fileName)
      if (seen.has(name)) throw new PackageError(`the archive has two entries named ${fileName}`)
      seen.add(name)
      if (entry.isEncrypted()) throw new PackageError(`entry ${fileName} is encrypted`)
      const { fileName: told } = await zip.readLocalFileHeaderPromise(entry, { minimal: false })
      if (!told.equals(entry.fileNameRaw))
        throw new PackageError(`entry ${fileName} has a different name in its local header`)
      if (fileName.endsWith('/') || (only !== undefined && only !== fileName)) continue
      if (entry.uncompressedSize > limits.entry)
        throw new PackageError(`entry ${fileName} has more than ${limits.entry} bytes`)
      files.set(fileName, await inflate(zip, entry, total))
    }
  } catch (error) {
    if (error instanceof PackageError) throw error
    throw unreadable(error)
  }
  return files
}

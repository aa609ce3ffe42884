import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { TextCode } from '@svc/protocol/text'
import type { Entry, ZipFile } from 'yauzl'
import { limits } from './limits.ts'
import { PackageError } from './package-error.ts'

/** Extracted archive entries by name. */
export type Files = ReadonlyMap<string, Buffer>

/** Whether bytes start with the ZIP signature (spec document 2, Rules). */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

const fileType = 0o170000
const regularFile = 0o100000
const folder = 0o040000

/** The code for an invalid name; undefined if it is valid. */
function nameError(name: string): TextCode | undefined {
  if (name.length > 255) return 'widget-package.NAME_TOO_LONG'
  // including bidirectional controls
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)) return 'widget-package.NAME_CONTROL_CHARACTERS'
  if (name.includes('\ufffd')) return 'widget-package.NAME_NOT_UTF8'
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'widget-package.NAME_ABSOLUTE'
  if (name.includes('\\')) return 'widget-package.NAME_BACKSLASH'
  const parts = name.replace(/\/$/, '').split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'widget-package.NAME_SEGMENTS'
  return undefined
}

/** Rejects links, devices and so on. The type is 0 in archives created on Windows. */
function typeError({ externalFileAttributes, fileName }: Entry): TextCode | undefined {
  const type = (externalFileAttributes >>> 16) & fileType
  const expected = fileName.endsWith('/') ? folder : regularFile
  return type === 0 || type === expected ? undefined : 'widget-package.SPECIAL_FILE'
}

/**
 * A key that is equal for names that a file system may treat as equal: differing in letter case (including characters that
 * change length) or in Unicode normalization.
 */
const toKey = (name: string) => name.toLowerCase().toUpperCase().normalize('NFC').replace(/\/$/, '')

/** Extracts an entry and verifies its size and checksum. */
async function inflate(zip: ZipFile, entry: Entry, budget: { bytes: number }): Promise<Buffer> {
  const { fileName: name } = entry
  const stream: Readable = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    budget.bytes -= chunk.length
    if (size > limits.entry) throw new PackageError('widget-package.ENTRY_TOO_LARGE', { name, limit: limits.entry })
    if (budget.bytes < 0) throw new PackageError('widget-package.ARCHIVE_TOO_LARGE', { limit: limits.archive })
    chunks.push(chunk)
  }
  const content = Buffer.concat(chunks)
  if (crc32(content) !== entry.crc32) throw new PackageError('widget-package.ENTRY_CORRUPT', { name })
  return content
}

/** Wraps an error of the ZIP library; its messages are short and only quote entry names. */
const toPackageError = (error: unknown) =>
  new PackageError('widget-package.UNREADABLE', {
    reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown error',
  })

/**
 * Extracts an archive; `only` limits that to one entry. Throws `PackageError` for invalid names, links, duplicate names (see
 * `toKey`), encrypted entries, and archives that exceed a limit.
 */
export async function readArchive(bytes: Buffer, only?: string): Promise<Files> {
  // A bundled CommonJS module has a default export only.
  const { default: yauzl } = await import('yauzl')
  const zip = await yauzl
    .fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true })
    .catch((error) => {
      throw toPackageError(error)
    })
  if (zip.entryCount > limits.entries)
    throw new PackageError('widget-package.TOO_MANY_ENTRIES', { limit: limits.entries })
  const files = new Map<string, Buffer>()
  const seen = new Set<string>()
  const budget = { bytes: limits.archive }
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      if (seen.size >= limits.entries)
        throw new PackageError('widget-package.TOO_MANY_ENTRIES', { limit: limits.entries })
      const code = nameError(fileName) ?? typeError(entry)
      if (code) throw new PackageError(code, { name: JSON.stringify(fileName.slice(0, 100)) })
      const key = toKey(fileName)
      if (seen.has(key)) throw new PackageError('widget-package.DUPLICATE_ENTRY', { name: fileName })
      seen.add(key)
      if (entry.isEncrypted()) throw new PackageError('widget-package.ENTRY_ENCRYPTED', { name: fileName })
      const { fileName: localName } = await zip.readLocalFileHeaderPromise(entry, { minimal: false })
      if (!localName.equals(entry.fileNameRaw))
        throw new PackageError('widget-package.ENTRY_LOCAL_HEADER', { name: fileName })
      if (fileName.endsWith('/') || (only !== undefined && only !== fileName)) continue
      if (entry.uncompressedSize > limits.entry)
        throw new PackageError('widget-package.ENTRY_TOO_LARGE', { name: fileName, limit: limits.entry })
      files.set(fileName, await inflate(zip, entry, budget))
    }
  } catch (error) {
    if (error instanceof PackageError) throw error
    throw toPackageError(error)
  }
  return files
}

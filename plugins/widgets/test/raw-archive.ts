import { crc32, deflateRawSync } from 'node:zlib'

/** An entry with invalid fields; omitted ones are valid. */
export interface RawEntry {
  readonly name: string | Buffer
  readonly content?: string | Buffer
  readonly stored?: boolean
  readonly flags?: number
  readonly crc?: number
  /** claimed in the directory */
  readonly size?: number
  readonly compressedSize?: number
  readonly extra?: Buffer
  /** name in the local header, which streaming readers use */
  readonly localName?: string
  /** shares the data of the entry with this index */
  readonly sameAs?: number
  readonly descriptor?: boolean
  readonly method?: number
}

interface RawArchive {
  readonly entries: readonly RawEntry[]
  readonly prefix?: Buffer
  readonly suffix?: Buffer
  readonly comment?: Buffer
  /** claimed at the end */
  readonly count?: number
}

const fields = (...values: [bytes: 2 | 4, value: number][]) => {
  const bytes = Buffer.alloc(values.reduce((sum, [length]) => sum + length, 0))
  let at = 0
  for (const [length, value] of values) at = bytes.writeUIntLE(value, at, length)
  return bytes
}

const utf8 = 0x800
const hasDescriptor = 8

/** Builds an archive byte by byte. */
export function rawArchive({ entries, prefix, suffix, comment, count = entries.length }: RawArchive): Buffer {
  const parts: Buffer[] = prefix ? [prefix] : []
  const directory: Buffer[] = []
  const offsets: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const entry of entries) {
    const content = Buffer.from((entry.content ?? '') as string)
    const packed = entry.stored ? content : deflateRawSync(content)
    const name = Buffer.from(entry.name as string)
    const crc = entry.crc ?? crc32(content)
    const flags = entry.flags ?? (entry.descriptor ? utf8 | hasDescriptor : utf8)
    const method = entry.method ?? (entry.stored ? 0 : 8)
    const size = entry.size ?? content.length
    const compressed = entry.compressedSize ?? packed.length
    const offset = entry.sameAs === undefined ? length() : (offsets[entry.sameAs] as number)
    offsets.push(offset)
    if (entry.sameAs === undefined) {
      const shown = entry.localName === undefined ? name : Buffer.from(entry.localName)
      const localFields: [2 | 4, number][] = entry.descriptor
        ? [
            [4, 0],
            [4, 0],
            [4, 0],
          ]
        : [
            [4, crc],
            [4, packed.length],
            [4, content.length],
          ]
      parts.push(
        fields([4, 0x04034b50], [2, 20], [2, flags], [2, method], [4, 0], ...localFields, [2, shown.length], [2, 0]),
      )
      parts.push(shown, packed)
      if (entry.descriptor) parts.push(fields([4, 0x08074b50], [4, crc], [4, packed.length], [4, content.length]))
    }
    const extra = entry.extra ?? Buffer.alloc(0)
    directory.push(
      fields([4, 0x02014b50], [2, 20], [2, 20], [2, flags], [2, method], [4, 0], [4, crc], [4, compressed], [4, size]),
      fields([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      name,
      extra,
    )
  }
  const start = length()
  const index = Buffer.concat(directory)
  const commentBytes = comment ?? Buffer.alloc(0)
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, index.length],
    [4, start],
    [2, commentBytes.length],
  )
  return Buffer.concat([...parts, index, end, commentBytes, ...(suffix ? [suffix] : [])])
}

import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** One row: filter byte 0, then eight pixels per byte, the leftmost in the highest bit. */
function scanline(row: readonly boolean[]): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(row.length / 8))
  row.forEach((dark, x) => {
    if (!dark) line.writeUInt8(line.readUInt8(1 + (x >> 3)) | (0x80 >> (x & 7)), 1 + (x >> 3))
  })
  return line
}

/** Encodes a black-and-white image as 1-bit grayscale PNG; `true` is black. All rows have the same length. */
export function encodePng(rows: readonly (readonly boolean[])[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(rows[0]?.length ?? 0, 0)
  header.writeUInt32BE(rows.length, 4)
  // bits per sample; grayscale, deflate, the usual filters and no interlacing are all 0
  header.writeUInt8(1, 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows.map(scanline)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Light modules around the code, which scanners require. */
const quietZone = 4
const minPixels = 256

/** Encodes text as a QR code in a PNG of at least 256 pixels. */
export function qrCode(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const scale = Math.ceil(minPixels / size)
  const repeatEach = <T>(items: readonly T[]): T[] => items.flatMap((item) => Array<T>(scale).fill(item))
  return encodePng(repeatEach(data.map(repeatEach)))
}

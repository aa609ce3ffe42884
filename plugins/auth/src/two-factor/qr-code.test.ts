import { crc32, inflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { encodePng, qrCode } from './qr-code.ts'

interface Chunk {
  readonly type: string
  readonly content: Buffer
}

/** Decodes the PNG and verifies lengths and checksums. `true` is black. */
function decodePng(png: Buffer): boolean[][] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks: Chunk[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    chunks.push({ type: body.toString('latin1', 0, 4), content: body.subarray(4) })
    at += 12 + length
  }
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND'])
  const [header, pixels, end] = chunks.map(({ content }) => content) as [Buffer, Buffer, Buffer]
  expect([header.length, end.length]).toEqual([13, 0])
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  // one bit of grey, with the default compression, filter and interlace methods
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0])
  const raw = inflateSync(pixels)
  const stride = 1 + Math.ceil(width / 8)
  expect(raw.length).toBe(stride * height)
  return Array.from({ length: height }, (_, y) => {
    const line = raw.subarray(y * stride, (y + 1) * stride)
    expect(line[0]).toBe(0)
    return Array.from({ length: width }, (_, x) => ((line[1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0)
  })
}

describe('encodePng', () => {
  it.each([1, 7, 8, 9, 17])('preserves every pixel of an image %i wide', (width) => {
    const rows = Array.from({ length: 5 }, (_, y) => Array.from({ length: width }, (_, x) => (x * 7 + y * 3) % 5 < 2))
    expect(decodePng(encodePng(rows))).toEqual(rows)
  })
})

describe('qrPicture', () => {
  it.each(['otpauth://totp/svc:admin?secret=JBSWY3DPEHPK3PXP&issuer=svc', 'x'.repeat(1500)])(
    'is the code of %s with a quiet zone, large enough to scan',
    (text) => {
      const rows = decodePng(qrCode(text))
      expect(rows.length).toBeGreaterThanOrEqual(256)
      for (const row of rows) expect(row).toHaveLength(rows.length)

      const { data, size } = encode(text, { ecc: 'M', border: 0 })
      const scale = rows.length / (size + 8)
      expect(Number.isInteger(scale)).toBe(true)
      const expected = rows.map((row, y) =>
        row.map((_, x) => data[Math.floor(y / scale) - 4]?.[Math.floor(x / scale) - 4] ?? false),
      )
      expect(rows).toEqual(expected)
    },
  )
})

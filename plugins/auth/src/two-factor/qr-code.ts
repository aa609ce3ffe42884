import { encode } from 'uqr'
import { encodePng } from './png.ts'

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

import { encode } from 'uqr'
import { encodePng } from './png.ts'

/** Light modules around the code, without which cameras do not find it. */
const quietZone = 4
const smallest = 256

/** The text as a QR code, sharp at 256 pixels or more; PNG. */
export function qrPicture(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const scale = Math.ceil(smallest / size)
  const enlarged = <T>(items: readonly T[]): T[] => items.flatMap((item) => Array<T>(scale).fill(item))
  return encodePng(enlarged(data.map(enlarged)))
}

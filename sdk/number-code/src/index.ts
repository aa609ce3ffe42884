export { BitReader, BitWriter } from './bits.ts'
export { checksum } from './checksum.ts'
export { type Numbers, readNumbers, writeNumbers } from './number-code.ts'

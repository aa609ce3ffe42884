export { BitReader, BitWriter } from './bits.js'
export { checksum } from './checksum.js'
export { type Numbers, readNumbers, writeNumbers } from './number-code.js'

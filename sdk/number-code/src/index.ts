export { BitReader, BitWriter } from './bits.ts'
export { type Numbers, readNumbers, writeNumbers } from './number-code.ts'

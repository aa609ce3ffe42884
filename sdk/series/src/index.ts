export { BitReader, BitWriter } from './bits.ts'
export { checkedContent, checksumBytes, makeBlock } from './checked-block.ts'
export { deleteServerRows } from './delete-server-rows.ts'
export {
  dayOfHour,
  hourOfMinute,
  hoursPerDay,
  minuteOf,
  minuteOfKey,
  minutesPerHour,
  numberBits,
  numberOfKey,
  packKey,
  packPeriod,
  periodOfKey,
  periodsOfServer,
} from './keys.ts'
export { type Numbers, readNumbers, writeNumbers } from './number-code.ts'
export { type Sealing, sealBatch, sealPeriods, unexpectedRows } from './sealing.ts'

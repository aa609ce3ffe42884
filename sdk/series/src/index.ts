export { BitReader, BitWriter } from './bits.ts'
export { blockOpener, blocksStore, type StoredBlock } from './blocks.ts'
export { checkedContent, makeBlock } from './checked-block.ts'
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
export { type Periods, periodsReader, type StoredPeriod } from './periods.ts'
export { type PreparedRows, type RowSealing, rowSealing, unsealedRows } from './row-sealing.ts'
export { type Sealing, sealBatch, sealPeriods } from './sealing.ts'
export { deleteServerPeriods, deleteServerRows, inBatches, makeServerDeletion } from './server-deletion.ts'
export { cachedStatement } from './statements.ts'
export { type Blocks, createBlocks, createPeriods, createRows, periodsTier, rowsTier } from './tables.ts'
export { type ServerRange, timeRows } from './time-rows.ts'
export { makeWalk } from './walk.ts'

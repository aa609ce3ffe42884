import { minuteOf } from '../record-key.ts'

/** Minutes that agents keep, and that may be filled: the last complete ones. */
export const keptMinutes = 10

/** Whether a minute is over, and not for long. */
export const isRecent = (minute: number, now: number): boolean =>
  minute < minuteOf(now) && minute >= minuteOf(now) - keptMinutes

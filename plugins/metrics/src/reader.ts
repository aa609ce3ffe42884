import type { Core } from '@svc/plugin-sdk'
import { type RecordRange, recordsText } from './records-store.js'

/** A range of up to two hours is read on the main thread in about a millisecond; the rest goes to the worker. */
const shortMinutes = 120

/** Reads records as JSON text. */
export const makeReader =
  ({ db, offload }: Pick<Core, 'db' | 'offload'>) =>
  (range: RecordRange): string | Promise<string> =>
    range.to - range.from <= shortMinutes
      ? recordsText(db, range)
      : offload<RecordRange, string>(new URL('./read-records.js', import.meta.url), range)

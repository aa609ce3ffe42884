import { toTimestamp } from '@svc/plugin-sdk'
import type { UnlockEvent, UnlockResult } from '../quality-schema.ts'
import type { CheckRow, EventRow, ResultRow } from './results-store.ts'

/** A result, or an earlier one, for REST and browsers. */
export const resultView = ({ id, checked_at, ...row }: ResultRow | CheckRow): UnlockResult => ({
  ...row,
  id: String(id),
  checked_at: toTimestamp(checked_at),
})

export const eventView = ({ id, changed_at, ...row }: EventRow): UnlockEvent => ({
  ...row,
  id: String(id),
  changed_at: toTimestamp(changed_at),
})

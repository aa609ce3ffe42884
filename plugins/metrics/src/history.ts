import type { Database, Logger } from '@svc/plugin-sdk'
import { gpuText } from './gpu/gpu-records-store.js'
import { type RecordRange, type RecordText, recordTexts } from './records-store.js'
import { hourlyText, sealedTexts } from './sealing/sealed-hours-store.js'

/** What a reader asks for; `from` and `to` count minutes, and hours for hourly records. */
export interface HistoryRange extends RecordRange {
  readonly tier: 'raw' | 'hourly' | 'gpu'
}

/**
 * Sealed and unsealed records as one. The unsealed ones were read first: an hour that is sealed in between is then seen
 * twice, never not at all, and the one that was read first counts.
 */
function joined(hot: readonly RecordText[], sealed: readonly RecordText[]): readonly RecordText[] {
  const [first] = hot
  const last = sealed.at(-1)
  if (!first || !last || last.minute < first.minute) return [...sealed, ...hot]
  const fresh = new Set(hot.map(({ minute }) => minute))
  return [...sealed.filter(({ minute }) => !fresh.has(minute)), ...hot].sort((a, b) => a.minute - b.minute)
}

function recordsText(db: Database, range: HistoryRange, log: Pick<Logger, 'error'>): string {
  if (range.from > range.to) return '[]'
  if (range.tier === 'hourly') return hourlyText(db, range)
  if (range.tier === 'gpu') return gpuText(db, range)
  const hot = recordTexts(db, range)
  const texts = joined(hot, sealedTexts(db, range, log)).map(({ text }) => text)
  return `[${texts.join(',')}]`
}

/** The answer with the records of a range, ascending by time, as JSON text. */
export const historyText = (db: Database, range: HistoryRange, log: Pick<Logger, 'error'>): string =>
  `{"data":${recordsText(db, range, log)}}`

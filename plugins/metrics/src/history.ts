import type { Database } from '@svc/plugin-sdk'
import { type RecordRange, type RecordText, recordTexts } from './records-store.js'
import { hourlyText, sealedTexts } from './sealing/sealed-hours-store.js'

/** What a reader asks for; `from` and `to` count minutes for raw records and hours for hourly ones. */
export interface HistoryRange extends RecordRange {
  readonly tier: 'raw' | 'hourly'
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

/** The records of a range as the text of a JSON array, ascending by time. */
export function historyText(db: Database, range: HistoryRange): string {
  if (range.from > range.to) return '[]'
  if (range.tier === 'hourly') return hourlyText(db, range)
  const hot = recordTexts(db, range)
  const texts = joined(hot, sealedTexts(db, range)).map(({ text }) => text)
  return `[${texts.join(',')}]`
}

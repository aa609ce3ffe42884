import type { AbsoluteRange } from '@svc/dashboard-sdk'

/** A row of `GET /api/servers/{id}/gaps`. */
export interface StoredGap {
  readonly from: string
  readonly to: string
  readonly cause: string
}

/** A gap and the key of its cause. */
export interface Gap extends AbsoluteRange {
  readonly cause: string
}

const causes = ['maintenance', 'server_down', 'plugin_disabled', 'host_down', 'agent_down', 'link_down'] as const

/** Maximum number of gaps drawn in a chart. */
const maxGaps = 400
const hour = 3600

/** Appends `gap`, extending the last one if it is adjacent and has the same cause. */
function append(gaps: Gap[], gap: Gap) {
  const last = gaps.at(-1)
  if (last && last.cause === gap.cause && last.to >= gap.from) gaps[gaps.length - 1] = { ...last, to: gap.to }
  else gaps.push(gap)
}

/**
 * Hours of `span` without a point after the first one and not covered by a stored gap: the program was not running when
 * they should have been aggregated.
 */
function missingHours(hours: readonly number[], span: AbsoluteRange, gaps: readonly Gap[]): readonly Gap[] {
  const found: Gap[] = []
  let next = 0
  for (let i = 1; i < hours.length; i++) {
    const before = hours[i - 1] as number
    for (let at = before + hour; at < (hours[i] as number); at += hour) {
      while (next < gaps.length && (gaps[next] as Gap).to <= at) next++
      const explained = next < gaps.length && (gaps[next] as Gap).from < at + hour
      if (!explained && at >= span.from) append(found, { from: at, to: at + hour, cause: 'not_aggregated' })
    }
  }
  return found
}

/** The gaps to show in `span`, ascending; the longest ones if there are too many. `hours` are the hourly points. */
export function toGaps(stored: readonly StoredGap[], span: AbsoluteRange, hours: readonly number[]): readonly Gap[] {
  const gaps: Gap[] = []
  for (const { from, to, cause } of stored) {
    const gap = {
      from: Math.max(span.from, Date.parse(from) / 1000),
      to: Math.min(span.to, Date.parse(to) / 1000),
      cause: causes.find((each) => each === cause) ?? 'unknown',
    }
    if (gap.to > gap.from) gaps.push(gap)
  }
  const all = [...gaps, ...missingHours(hours, span, gaps)]
  const shown = all.length > maxGaps ? all.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, maxGaps) : all
  return shown.sort((a, b) => a.from - b.from)
}

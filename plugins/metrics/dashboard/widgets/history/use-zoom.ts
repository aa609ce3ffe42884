import { type AbsoluteRange, serverNow, zoomRange } from '@svc/dashboard-sdk'
import { useMemo, useState } from 'react'
import type { HistoryQuery } from '../../history-query.ts'
import { useStaggeredHistoryQuery } from '../../use-history-query.ts'

/** Zoom handlers of a chart; undefined if unavailable. */
export interface ZoomHandlers {
  readonly onZoom: ((from: number, to: number) => void) | undefined
  readonly onZoomOut: (() => void) | undefined
}

/** The query of a chart widget: the last `hours`, or the zoomed range. */
export function useZoom(
  hours: number,
  isEditing: boolean,
): { readonly query: HistoryQuery; readonly zooming: ZoomHandlers } {
  const [span, setSpan] = useState<AbsoluteRange>()
  const rolling = useMemo(() => ({ name: `${hours}h`, seconds: hours * 3600 }), [hours])
  return {
    query: useStaggeredHistoryQuery(span ?? rolling),
    zooming: {
      onZoom: isEditing ? undefined : (from, to) => setSpan(zoomRange(from, to, serverNow() / 1000)),
      onZoomOut: span && (() => setSpan(undefined)),
    },
  }
}

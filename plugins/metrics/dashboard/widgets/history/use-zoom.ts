import { type AbsoluteRange, serverNow, zoomRange } from '@svc/dashboard-sdk'
import { useMemo, useState } from 'react'
import type { Reading } from '../../history-query.ts'
import { useOwnReading } from '../../use-history-query.ts'

/** How a chart is zoomed; undefined is what cannot be done now. */
export interface Zooming {
  readonly onZoom: ((from: number, to: number) => void) | undefined
  readonly onZoomOut: (() => void) | undefined
}

/** What the chart of a widget reads: the last `hours`, or what was zoomed into. */
export function useZoom(hours: number, isEditing: boolean): { readonly reading: Reading; readonly zooming: Zooming } {
  const [span, setSpan] = useState<AbsoluteRange>()
  const rolling = useMemo(() => ({ name: `${hours}h`, seconds: hours * 3600 }), [hours])
  return {
    reading: useOwnReading(span ?? rolling),
    zooming: {
      onZoom: isEditing ? undefined : (from, to) => setSpan(zoomRange(from, to, serverNow() / 1000)),
      onZoomOut: span && (() => setSpan(undefined)),
    },
  }
}

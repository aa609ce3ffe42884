import { type RegisteredWidget, useNear, useWasNear } from '@svc/dashboard-sdk'
import { Activity, memo, type ReactNode, useCallback, useRef, useState } from 'react'
import type { Placement } from '../board/placement.ts'
import { WidgetFrame } from '../frame/widget-frame.tsx'
import { pixelsFor } from '../layout/cell.ts'

interface Props {
  readonly placement: Placement
  /** the displayed row, which may be below the stored one */
  readonly y: number
  readonly rows: number
  /** width in single-column mode */
  readonly stacked: 'half' | 'whole' | undefined
  readonly type: RegisteredWidget | undefined
  readonly isPending: boolean
  readonly onHeight: (id: string, pixels: number) => void
  readonly onConfigure: ((id: string) => void) | undefined
}

/** A cell of the board. Widgets far from the viewport are not loaded, or are paused if they were loaded before. */
export const ViewCell = memo(function ViewCell(props: Props): ReactNode {
  const { placement, y, rows, stacked, type, isPending, onHeight, onConfigure } = props
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  const wasNear = useWasNear(isNear)
  const grows = type?.sizing.strategy === 'content-height'
  const { id } = placement
  const [tall, setTall] = useState<number>()
  const measure = useCallback(
    (panel: HTMLElement | null) => {
      if (!panel || !grows) return
      const sizes = new ResizeObserver(() => {
        // Zero while hidden.
        if (panel.offsetHeight === 0) return
        setTall(panel.offsetHeight)
        onHeight(id, panel.offsetHeight)
      })
      sizes.observe(panel)
      return () => sizes.disconnect()
    },
    [grows, id, onHeight],
  )
  const style = stacked
    ? {
        ...(stacked === 'whole' && { gridColumn: '1 / -1' }),
        // Keep the height while it is hidden.
        ...(grows ? { minHeight: isNear ? 0 : (tall ?? pixelsFor(rows)) } : { height: pixelsFor(rows) }),
      }
    : { gridColumn: `${placement.x + 1} / span ${placement.w}`, gridRow: `${y + 1} / span ${rows}` }
  return (
    <div ref={place} data-widget={id} className="min-w-0" style={style}>
      {wasNear ? (
        <Activity mode={isNear ? 'visible' : 'hidden'}>
          <WidgetFrame
            ref={measure}
            placement={placement}
            type={type}
            isPending={isPending}
            isEditing={false}
            grows={grows}
            onConfigure={onConfigure}
          />
        </Activity>
      ) : (
        <div className="panel h-full opacity-60" />
      )}
    </div>
  )
})

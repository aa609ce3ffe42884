import type { RegisteredWidget } from '@svc/dashboard-sdk'
import { Activity, memo, type ReactNode, useCallback, useRef, useState } from 'react'
import type { Placement } from '../board/placement.ts'
import { useSight } from '../frame/sight.ts'
import { WidgetFrame } from '../frame/widget-frame.tsx'
import { heightOf } from '../layout/cell.ts'

interface Props {
  readonly placement: Placement
  /** where it is shown, which may be below where it is stored */
  readonly y: number
  readonly rows: number
  /** how much of the single column it takes, when there is only that */
  readonly stacked: 'half' | 'whole' | undefined
  readonly type: RegisteredWidget | undefined
  readonly isPending: boolean
  readonly onHeight: (id: string, pixels: number) => void
  readonly onConfigure: ((id: string) => void) | undefined
}

/** A place of the board. What is far out of sight waits: not loaded before it is seen, and still while it is away. */
export const ViewCell = memo(function ViewCell(props: Props): ReactNode {
  const { placement, y, rows, stacked, type, isPending, onHeight, onConfigure } = props
  const place = useRef<HTMLDivElement>(null)
  const { isNear, wasNear } = useSight(place)
  const grows = type?.sizing.strategy === 'content-height'
  const { id } = placement
  const [tall, setTall] = useState<number>()
  const measure = useCallback(
    (panel: HTMLElement | null) => {
      if (!panel || !grows) return
      const sizes = new ResizeObserver(() => {
        // nothing while it is hidden
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
        // as high as it is, also while it is away
        ...(grows ? { minHeight: isNear ? 0 : (tall ?? heightOf(rows)) } : { height: heightOf(rows) }),
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

import { cn, useSize, type useWidgetTypes } from '@svc/dashboard-sdk'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Placement } from '../board/placement.ts'
import { UnavailableReasonContext } from '../frame/widget-states.tsx'
import { inReadingOrder, sideBySide, withContentHeights } from '../layout/arrange.ts'
import { bottomOf, columns, gap, rowHeight, rowsFor } from '../layout/cell.ts'
import { ViewCell } from './view-cell.tsx'

/** pixels; narrower boards have a single column, with small widgets side by side */
export const minGridWidth = 720

/** The grid of a board in view mode. */
export function ViewGrid(props: {
  placements: readonly Placement[]
  known: ReturnType<typeof useWidgetTypes>
  onRows: (rows: number) => void
  onConfigure?: ((id: string) => void) | undefined
}): ReactNode {
  const { placements, known, onRows, onConfigure } = props
  const { types, isComplete, unavailableReasonOf } = known
  const [rows, setRows] = useState<ReadonlyMap<string, number>>(new Map())
  const grid = useRef<HTMLDivElement>(null)
  const width = useSize(grid, ({ width }) => width)
  const isStacked = width !== undefined && width < minGridWidth
  const onHeight = useCallback((id: string, pixels: number) => {
    const needed = rowsFor(pixels)
    setRows((before) => (before.get(id) === needed ? before : new Map(before).set(id, needed)))
  }, [])
  // Only positions depend on heights; keep the placement objects stable to avoid re-renders.
  const byId = useMemo(() => new Map(placements.map((placement) => [placement.id, placement])), [placements])
  const cells = useMemo(
    () =>
      inReadingOrder(
        withContentHeights(isStacked ? inReadingOrder(placements) : placements, isStacked ? new Map() : rows),
      ),
    [placements, rows, isStacked],
  )
  const halved = useMemo(() => (isStacked ? sideBySide(cells) : undefined), [cells, isStacked])
  const height = bottomOf(cells)
  useEffect(() => onRows(height), [onRows, height])
  return (
    <UnavailableReasonContext value={unavailableReasonOf}>
      <div
        ref={grid}
        className={cn('grid', isStacked && 'grid-cols-2')}
        style={
          isStacked
            ? { gap }
            : { gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gridAutoRows: rowHeight }
        }
      >
        {width !== undefined &&
          cells.map(({ id, y, h }) => {
            const placement = byId.get(id)
            if (!placement) return null
            const type = types.get(placement.type)
            return (
              <ViewCell
                key={id}
                placement={placement}
                y={y}
                rows={h}
                stacked={isStacked ? (halved?.has(id) ? 'half' : 'whole') : undefined}
                type={type}
                isPending={!isComplete}
                onHeight={onHeight}
                onConfigure={onConfigure}
              />
            )
          })}
      </div>
    </UnavailableReasonContext>
  )
}

import './edit-grid.css'
import { useSize } from '@svc/dashboard-sdk'
import type { WidgetSizing } from '@svc/widget-sdk'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import ReactGridLayout, { type Compactor, type Layout, type LayoutItem } from 'react-grid-layout'
import type { Placement } from '../board/placement.ts'
import { type Editor, isFixed } from '../edit/use-editor.ts'
import { type Cell, columns, gap, rowHeight } from '../layout/cell.ts'
import { placeCell, resizeCell } from '../layout/moves.ts'
import { fitSize, handlesOf, limitsOf } from '../layout/sizing.ts'

const gridConfig = { cols: columns, rowHeight, margin: [gap, gap], containerPadding: [0, 0] } as const
const dragConfig = { handle: '.widget-handle', cancel: '.widget-controls' }

type LayoutConstraint = NonNullable<LayoutItem['constraints']>[number]

const strategies = new WeakMap<WidgetSizing, LayoutConstraint>()

/** Cached per sizing, because layouts are compared by identity. */
function strategyOf(sizing: WidgetSizing): LayoutConstraint {
  const known = strategies.get(sizing) ?? {
    name: sizing.strategy,
    constrainSize: (item, w, h) => fitSize(sizing, item, { w, h }),
  }
  strategies.set(sizing, known)
  return known
}

function itemOf({ id, x, y, w, h, isStatic }: Placement, sizing: WidgetSizing): LayoutItem {
  const { min, max } = limitsOf(sizing)
  return {
    i: id,
    x,
    y,
    w,
    h,
    minW: Math.min(min.w, w),
    maxW: max.w,
    // The height of some widgets is determined by their content.
    ...(sizing.strategy === 'content-height' ? { minH: h, maxH: h } : { minH: Math.min(min.h, h), maxH: max.h }),
    static: isStatic,
    resizeHandles: [...handlesOf(sizing)],
    isResizable: !isStatic && handlesOf(sizing).length > 0,
    constraints: [strategyOf(sizing)],
  }
}

/** Arranges a board by mouse and touch. */
export default function EditGrid(props: { editor: Editor; show: (placement: Placement) => ReactNode }): ReactNode {
  const { editor, show } = props
  const { placements, apply, sizingOf } = editor
  const place = useRef<HTMLDivElement>(null)
  const width = useSize(place, ({ width }) => width)
  const [compactor, setCompactor] = useState(moving)
  const [isHeld, setHeld] = useState(false)
  const [round, setRound] = useState(0)
  const layout = useMemo(
    () => placements.map((placement) => itemOf(placement, sizingOf(placement.type))),
    [placements, sizingOf],
  )

  const resize = useCallback(
    (id: string, size: { w: number; h: number }) => {
      const type = placements.find((placement) => placement.id === id)?.type ?? ''
      return resizeCell(placements, id, size, { sizing: sizingOf(type), isFixed })
    },
    [placements, sizingOf],
  )
  // Escape cancels dragging. The grid has no API for that, so remount it.
  useEffect(() => {
    if (!isHeld) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setHeld(false)
      setCompactor(moving)
      setRound((before) => before + 1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isHeld])
  return (
    <div ref={place} className="board-editing">
      {width !== undefined && (
        <ReactGridLayout
          key={round}
          width={width}
          layout={layout}
          gridConfig={gridConfig}
          dragConfig={dragConfig}
          compactor={compactor}
          onDragStart={() => setHeld(true)}
          onDragStop={(_layout, _before, item) => {
            setHeld(false)
            if (item) apply((all) => placeCell(all, item.i, { x: item.x, y: item.y }))
          }}
          onResizeStart={(_layout, item) => {
            setHeld(true)
            if (item) setCompactor(resizing(item.i, (size) => resize(item.i, size) ?? placements))
          }}
          onResizeStop={(_layout, _before, item) => {
            setHeld(false)
            setCompactor(moving)
            if (item) apply(() => resize(item.i, item))
          }}
        >
          {placements.map((placement) => (
            <div key={placement.id}>{show(placement)}</div>
          ))}
        </ReactGridLayout>
      )}
    </div>
  )
}

const free = { type: null, allowOverlap: false } as const

/** While moving: a widget stops at obstacles, and nothing else moves. */
const moving: Compactor = { ...free, preventCollision: true, compact: (layout) => layout }

/**
 * While resizing: `resize` positions the others, based on where they were at the start.
 */
const resizing = (id: string, resize: (size: { w: number; h: number }) => readonly Cell[]): Compactor => ({
  ...free,
  preventCollision: false,
  compact(layout: Layout) {
    const item = layout.find((other) => other.i === id)
    if (!item) return layout
    const cells = new Map(resize({ w: item.w, h: item.h }).map((cell) => [cell.id, cell]))
    return layout.map((other) => {
      const cell = cells.get(other.i)
      return cell ? { ...other, x: cell.x, y: cell.y, w: cell.w, h: cell.h } : other
    })
  },
})

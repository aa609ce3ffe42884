import { randomId, type useWidgetTypes } from '@svc/dashboard-sdk'
import { useCallback, useMemo, useState } from 'react'
import type { Placement } from '../board/placement.ts'
import { arranged } from '../layout/arrange.ts'
import { bottomOf, type Cell, rowsFor } from '../layout/cell.ts'
import { pushDown } from '../layout/push-down.ts'
import { firstSize, unknownSizing } from '../layout/sizing.ts'
import { beginning, changed, redone, undone } from './history.ts'

type Types = ReturnType<typeof useWidgetTypes>['types']
type Change = (placements: readonly Placement[]) => readonly Placement[] | undefined

export const isFixed = (cell: Cell): boolean => (cell as Placement).isStatic

/** What is being done to a board, with every step to go back to. A `draft` from before is one that can be undone. */
export function useEditor(first: readonly Placement[], types: Types, draft?: readonly Placement[]) {
  const [history, setHistory] = useState(() => (draft ? changed(beginning(first), draft) : beginning(first)))
  const [rows, setRows] = useState<ReadonlyMap<string, number>>(new Map())
  const sizingOf = useCallback((type: string) => types.get(type)?.sizing ?? unknownSizing, [types])
  const grows = useCallback((type: string) => sizingOf(type).strategy === 'content-height', [sizingOf])
  const placements = useMemo(() => arranged(history.now, rows), [history.now, rows])

  /** Applies a change to what is shown; false when it is not possible. */
  const apply = useCallback(
    (change: Change): boolean => {
      const next = change(placements)
      if (!next || next === placements) return false
      setHistory((before) => changed(before, next))
      return true
    },
    [placements],
  )
  const put = (placement: Placement) =>
    apply((all) => {
      const isNew = !all.some(({ id }) => id === placement.id)
      return isNew
        ? pushDown([...all, placement], placement.id, isFixed)
        : all.map((one) => (one.id === placement.id ? placement : one))
    })

  return {
    placements,
    rows,
    sizingOf,
    grows,
    apply,
    put,
    /** Changes what one is, not where; all changes of one moment are kept. */
    change: (id: string, change: (placement: Placement) => Placement) =>
      setHistory((before) => {
        const next = before.now.map((one) => (one.id === id ? change(one) : one))
        return before.now.some((one) => one.id === id) ? changed(before, next) : before
      }),
    remove: (id: string) => apply((all) => all.filter((one) => one.id !== id)),
    /** A new widget below everything; not on the board yet. */
    fresh(type: string): Placement {
      const size = firstSize(sizingOf(type))
      const at = { x: 0, y: bottomOf(placements) }
      return { id: randomId(), type, title: '', config: {}, isStatic: false, ...at, ...size }
    },
    /** The same once more, below everything. */
    twin: (placement: Placement): Placement => ({
      ...placement,
      id: randomId(),
      isStatic: false,
      y: bottomOf(placements),
    }),
    onHeight: useCallback((id: string, pixels: number) => {
      const needed = rowsFor(pixels)
      setRows((before) => (before.get(id) === needed ? before : new Map(before).set(id, needed)))
    }, []),
    isDirty: history.now !== first,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
  }
}

export type Editor = ReturnType<typeof useEditor>

import { randomId, type useWidgetTypes } from '@svc/dashboard-sdk'
import { useCallback, useMemo, useState } from 'react'
import type { Placement } from '../board/placement.ts'
import { withContentHeights } from '../layout/arrange.ts'
import { type Cell, freePlace, rowsFor } from '../layout/cell.ts'
import { pushDown } from '../layout/push-down.ts'
import { defaultSize, unknownSizing } from '../layout/sizing.ts'
import { pushState, redo, startHistory, undo } from './history.ts'

type Types = ReturnType<typeof useWidgetTypes>['types']
type Change = (placements: readonly Placement[]) => readonly Placement[] | undefined

export const isFixed = (cell: Cell): boolean => (cell as Placement).isStatic

/** The state of the editor with its undo history. Restoring a `draft` is the first step and can be undone. */
export function useEditor(first: readonly Placement[], types: Types, draft?: readonly Placement[]) {
  const [history, setHistory] = useState(() => (draft ? pushState(startHistory(first), draft) : startHistory(first)))
  const [rows, setRows] = useState<ReadonlyMap<string, number>>(new Map())
  const sizingOf = useCallback((type: string) => types.get(type)?.sizing ?? unknownSizing, [types])
  const grows = useCallback((type: string) => sizingOf(type).strategy === 'content-height', [sizingOf])
  const placements = useMemo(() => withContentHeights(history.now, rows), [history.now, rows])

  /** Applies a change; returns false if it is not possible. */
  const apply = useCallback(
    (change: Change): boolean => {
      const next = change(placements)
      if (!next || next === placements) return false
      setHistory((before) => pushState(before, next))
      return true
    },
    [placements],
  )
  const put = (placement: Placement) =>
    apply((all) => {
      const isNew = !all.some(({ id }) => id === placement.id)
      return isNew
        ? pushDown([...all, placement], placement.id, isFixed)
        : all.map((other) => (other.id === placement.id ? placement : other))
    })

  return {
    placements,
    rows,
    sizingOf,
    grows,
    apply,
    put,
    /** Changes a widget but not its position. Several calls in the same tick all take effect. */
    change: (id: string, change: (placement: Placement) => Placement) =>
      setHistory((before) => {
        const next = before.now.map((placement) => (placement.id === id ? change(placement) : placement))
        return before.now.some((placement) => placement.id === id) ? pushState(before, next) : before
      }),
    remove: (id: string) => apply((all) => all.filter((placement) => placement.id !== id)),
    /** A new widget at the first free place, not on the board yet. */
    create(type: string): Placement {
      const size = defaultSize(sizingOf(type))
      const at = freePlace(placements, size)
      return { id: randomId(), type, title: '', config: {}, isStatic: false, ...at, ...size }
    },
    /** A copy at the first free place. */
    copy: (placement: Placement): Placement => ({
      ...placement,
      id: randomId(),
      isStatic: false,
      ...freePlace(placements, placement),
    }),
    onHeight: useCallback((id: string, pixels: number) => {
      const needed = rowsFor(pixels)
      setRows((before) => (before.get(id) === needed ? before : new Map(before).set(id, needed)))
    }, []),
    isDirty: history.now !== first,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
  }
}

export type Editor = ReturnType<typeof useEditor>

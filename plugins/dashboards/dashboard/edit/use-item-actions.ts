import { type RegisteredWidget, toast, useT } from '@svc/dashboard-sdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import { focusWidget } from '../board/focus.ts'
import type { Placement } from '../board/placement.ts'
import { labelOf } from '../frame/widget-texts.ts'
import { inReadingOrder } from '../layout/arrange.ts'
import { maxWidgets } from '../layout/cell.ts'
import { moveCell, resizeCell } from '../layout/moves.ts'
import type { ItemActions } from './edit-item.tsx'
import type { Arrangement } from './keyboard.ts'
import { type Editor, isFixed } from './use-editor.ts'

/** Actions on single widgets, announced to screen readers. */
export function useItemActions(options: {
  editor: Editor
  types: ReadonlyMap<string, RegisteredWidget>
  onConfigure: (placement: Placement) => void
  /** a dialog is open, or the board is being saved */
  isWaiting: boolean
}) {
  const { editor, types, onConfigure, isWaiting } = options
  const t = useT('dashboards')
  const [news, setNews] = useState('')
  // The undo toasts of removed widgets are dismissed when editing ends.
  const undoable = useRef<(() => void)[]>([])
  useEffect(() => {
    const dismiss = () => {
      for (const one of undoable.current.splice(0)) one()
    }
    if (isWaiting) dismiss()
    return dismiss
  }, [isWaiting])
  const name = (placement: Placement) => labelOf(t, placement, types.get(placement.type))

  function arrange(placement: Placement, command: Arrangement) {
    const { id, type, isStatic, w, h } = placement
    if (isStatic) return setNews(t('news.locked', { name: name(placement) }))
    const { step } = command
    const change =
      command.act === 'move'
        ? (all: readonly Placement[]) => moveCell(all, id, step)
        : (all: readonly Placement[]) =>
            resizeCell(all, id, { w: w + step.dx, h: h + step.dy }, { sizing: editor.sizingOf(type), isFixed })
    const after = change(editor.placements)
    const now = after?.find((one) => one.id === id)
    if (!after || !now || !editor.apply(() => after)) {
      return setNews(t(command.act === 'move' ? 'news.noRoom' : 'news.noSize', { name: name(placement) }))
    }
    setNews(
      t(command.act === 'move' ? 'news.moved' : 'news.resized', {
        name: name(placement),
        column: now.x + 1,
        row: now.y + 1,
        w: now.w,
        h: now.h,
      }),
    )
  }

  function remove(placement: Placement) {
    const all = inReadingOrder(editor.placements)
    const at = all.findIndex(({ id }) => id === placement.id)
    editor.remove(placement.id)
    focusWidget((all[at + 1] ?? all[at - 1])?.id)
    const text = t('news.removed', { name: name(placement) })
    setNews(text)
    undoable.current.push(toast.success(text, { label: t('edit.undo'), onAct: () => putBack(placement) }))
  }

  function putBack(placement: Placement) {
    const { editor } = current.current
    // It may have been restored meanwhile.
    if (!editor.placements.some(({ id }) => id === placement.id)) editor.put(placement)
    focusWidget(placement.id)
  }

  function duplicate(placement: Placement) {
    if (editor.placements.length >= maxWidgets) {
      toast.warning(t('edit.full', { most: maxWidgets }))
      return
    }
    const twin = editor.twin(placement)
    editor.put(twin)
    setNews(t('news.duplicated', { name: name(placement), column: twin.x + 1, row: twin.y + 1 }))
    focusWidget(twin.id)
  }

  function run(id: string, act: (placement: Placement) => void) {
    const placement = editor.placements.find((one) => one.id === id)
    if (placement) act(placement)
  }

  const acts: ItemActions = {
    onCommand: (id, command) =>
      run(id, (placement) => {
        if (command.act === 'remove') remove(placement)
        else if (command.act === 'configure') onConfigure(placement)
        else arrange(placement, command)
      }),
    onDuplicate: (id) => run(id, duplicate),
    onLock: (id) => editor.change(id, (one) => ({ ...one, isStatic: !one.isStatic })),
    onHeight: editor.onHeight,
  }
  const current = useRef({ acts, editor })
  useEffect(() => {
    current.current = { acts, editor }
  })
  // A stable object, so that a change of one widget re-renders only that one.
  const stable = useMemo(
    (): ItemActions => ({
      onCommand: (id, command) => current.current.acts.onCommand(id, command),
      onDuplicate: (id) => current.current.acts.onDuplicate(id),
      onLock: (id) => current.current.acts.onLock(id),
      onHeight: (id, pixels) => current.current.acts.onHeight(id, pixels),
    }),
    [],
  )
  return { acts: stable, news, tell: setNews }
}

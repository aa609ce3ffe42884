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
  const [announcement, announce] = useState('')
  // The undo toasts of removed widgets are dismissed when editing ends.
  const dismissToasts = useRef<(() => void)[]>([])
  useEffect(() => {
    const dismiss = () => {
      for (const dismissToast of dismissToasts.current.splice(0)) dismissToast()
    }
    if (isWaiting) dismiss()
    return dismiss
  }, [isWaiting])
  const name = (placement: Placement) => labelOf(t, placement, types.get(placement.type))

  function arrange(placement: Placement, command: Arrangement) {
    const { id, type, isStatic, w, h } = placement
    if (isStatic) return announce(t('news.locked', { name: name(placement) }))
    const { step } = command
    const change =
      command.act === 'move'
        ? (all: readonly Placement[]) => moveCell(all, id, step)
        : (all: readonly Placement[]) =>
            resizeCell(all, id, { w: w + step.dx, h: h + step.dy }, { sizing: editor.sizingOf(type), isFixed })
    const after = change(editor.placements)
    const now = after?.find((other) => other.id === id)
    if (!after || !now || !editor.apply(() => after)) {
      return announce(t(command.act === 'move' ? 'news.noRoom' : 'news.noSize', { name: name(placement) }))
    }
    announce(
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
    announce(text)
    dismissToasts.current.push(toast.success(text, { label: t('edit.undo'), onAct: () => putBack(placement) }))
  }

  function putBack(placement: Placement) {
    const { editor } = latest.current
    // It may have been restored meanwhile.
    if (!editor.placements.some(({ id }) => id === placement.id)) editor.put(placement)
    focusWidget(placement.id)
  }

  function duplicate(placement: Placement) {
    if (editor.placements.length >= maxWidgets) {
      toast.warning(t('edit.full', { max: maxWidgets }))
      return
    }
    const copy = editor.copy(placement)
    editor.put(copy)
    announce(t('news.duplicated', { name: name(placement), column: copy.x + 1, row: copy.y + 1 }))
    focusWidget(copy.id)
  }

  function run(id: string, act: (placement: Placement) => void) {
    const placement = editor.placements.find(({ id: other }) => other === id)
    if (placement) act(placement)
  }

  const actions: ItemActions = {
    onCommand: (id, command) =>
      run(id, (placement) => {
        if (command.act === 'remove') remove(placement)
        else if (command.act === 'configure') onConfigure(placement)
        else arrange(placement, command)
      }),
    onDuplicate: (id) => run(id, duplicate),
    onLock: (id) => editor.change(id, (placement) => ({ ...placement, isStatic: !placement.isStatic })),
    onHeight: editor.onHeight,
  }
  const latest = useRef({ actions, editor })
  useEffect(() => {
    latest.current = { actions, editor }
  })
  // A stable object, so that a change of one widget re-renders only that one.
  const stable = useMemo(
    (): ItemActions => ({
      onCommand: (id, command) => latest.current.actions.onCommand(id, command),
      onDuplicate: (id) => latest.current.actions.onDuplicate(id),
      onLock: (id) => latest.current.actions.onLock(id),
      onHeight: (id, pixels) => latest.current.actions.onHeight(id, pixels),
    }),
    [],
  )
  return { actions: stable, announcement, announce }
}

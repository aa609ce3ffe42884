import { Badge, Button, cn, DropdownMenu, IconButton, MenuItem, type RegisteredWidget, useT } from '@svc/dashboard-sdk'
import { CopyPlus, Ellipsis, GripVertical, Lock, LockOpen, SlidersHorizontal, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useCallback } from 'react'
import type { Placement } from '../board/placement.ts'
import { WidgetFrame } from '../frame/widget-frame.tsx'
import { labelOf } from '../frame/widget-texts.ts'
import { type Command, commandOf } from './keyboard.ts'

export interface ItemActions {
  onCommand(id: string, command: Command): void
  onDuplicate(id: string): void
  onLock(id: string): void
  onHeight(id: string, pixels: number): void
}

interface Props {
  readonly placement: Placement
  readonly type: RegisteredWidget | undefined
  readonly isPending: boolean
  readonly grows: boolean
  /** whether it can be moved; false in a single column */
  readonly isPlaced: boolean
  readonly helpId: string
  readonly actions: ItemActions
}

/** A widget in the editor: inert, with controls to move, resize and configure it. */
export const EditItem = memo(function EditItem(props: Props): ReactNode {
  const { placement, type, isPending, grows, isPlaced, helpId, actions } = props
  const { id, x, y, w, h, isStatic } = placement
  const t = useT('dashboards')
  const label = labelOf(t, placement, type)
  const measure = useCallback(
    (panel: HTMLElement | null) => {
      if (!panel || !grows) return
      const observer = new ResizeObserver(() => actions.onHeight(id, panel.offsetHeight))
      observer.observe(panel)
      return () => observer.disconnect()
    },
    [grows, id, actions],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const command = commandOf(event)
    // In a single column, the arrow keys scroll.
    if (!command || ('step' in command && !isPlaced)) return
    event.preventDefault()
    actions.onCommand(id, command)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group that is moved by keys is no set of fields
    <div
      role="group"
      aria-roledescription={t('edit.role')}
      aria-label={t(isStatic ? 'edit.lockedAt' : 'edit.at', { name: label, column: x + 1, row: y + 1, w, h })}
      aria-describedby={helpId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move it
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-widget={id}
      className="group/item relative h-full rounded-lg outline-offset-2 ring-line-strong hover:ring-1"
    >
      <div inert className={cn('h-full', grows && 'h-auto')}>
        <WidgetFrame ref={measure} placement={placement} type={type} isPending={isPending} isEditing grows={grows} />
      </div>
      {isPlaced && !isStatic && (
        <div className="widget-handle absolute inset-0 z-1 rounded-lg pointer-coarse:pointer-events-none" />
      )}
      <div className="absolute top-1.5 right-1.5 z-2 flex max-w-[calc(100%-0.75rem)] items-center rounded-md bg-raised/95 shadow-panel">
        {isStatic ? (
          <Badge className="mx-1">
            <Lock className="size-3" aria-hidden />
            <span className="sr-only">{t('edit.locked')}</span>
          </Badge>
        ) : (
          isPlaced && (
            <span className="widget-handle grid h-7 w-6 place-items-center text-faint pointer-coarse:w-9" aria-hidden>
              <GripVertical className="size-4" />
            </span>
          )
        )}
        <span className="widget-controls flex items-center">
          {type && (
            <IconButton
              label={t('edit.configureOf', { name: label })}
              size="sm"
              onClick={() => actions.onCommand(id, { act: 'configure' })}
            >
              <SlidersHorizontal aria-hidden />
            </IconButton>
          )}
          <DropdownMenu
            trigger={
              <Button variant="ghost" size="sm" className="w-7 px-0" aria-label={t('edit.moreOf', { name: label })}>
                <Ellipsis aria-hidden />
              </Button>
            }
          >
            {/* An unavailable widget can be kept, but not duplicated. */}
            {type && (
              <MenuItem icon={CopyPlus} onSelect={() => actions.onDuplicate(id)}>
                {t('edit.duplicate')}
              </MenuItem>
            )}
            <MenuItem icon={isStatic ? LockOpen : Lock} onSelect={() => actions.onLock(id)}>
              {t(isStatic ? 'edit.unlock' : 'edit.lock')}
            </MenuItem>
            <MenuItem icon={Trash2} destructive onSelect={() => actions.onCommand(id, { act: 'remove' })}>
              {t('edit.remove')}
            </MenuItem>
          </DropdownMenu>
        </span>
      </div>
    </div>
  )
})

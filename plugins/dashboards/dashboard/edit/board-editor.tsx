import {
  Button,
  ConfirmDialog,
  EmptyState,
  errorText,
  onDemand,
  PageHeader,
  Skeleton,
  toast,
  useLeaveGuard,
  useLive,
  useMe,
  useSize,
  useT,
  useWidgetTypes,
} from '@svc/dashboard-sdk'
import type { BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import { History, LayoutGrid, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { copyName } from '../board/copy-name.ts'
import { focusWidget } from '../board/focus.ts'
import { applyPatch, type Placement, toPlacement } from '../board/placement.ts'
import { UnavailableReasonContext } from '../frame/widget-states.tsx'
import { labelOf } from '../frame/widget-texts.ts'
import { minGridWidth } from '../grid/view-grid.tsx'
import { configUpdates } from '../host/config-updates.ts'
import { pauseLiveUpdates } from '../host/install-runtime.ts'
import { inReadingOrder } from '../layout/arrange.ts'
import { maxWidgets, pixelsFor } from '../layout/cell.ts'
import { ConfigureDialog } from './configure-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { storeDraft } from './draft-storage.ts'
import { EditBar } from './edit-bar.tsx'
import { EditItem } from './edit-item.tsx'
import { historyKey, isSaveKey } from './keyboard.ts'
import { type Conflict, conflictOf, useSaveAsCopy, useSaveBoard } from './save-board.ts'
import { useEditor } from './use-editor.ts'
import { useItemActions } from './use-item-actions.ts'
import { WidgetPicker } from './widget-picker.tsx'

const EditGrid = onDemand(() => import('../grid/edit-grid.tsx'))

interface Configured {
  readonly placement: Placement
  readonly isNew: boolean
}

type Open = 'picker' | { readonly conflict: Conflict } | Configured | undefined

const isConfiguring = (open: Open): open is Configured => typeof open === 'object' && 'placement' in open

/** Edits a board. Live updates are paused, and changes are stored only when saved. */
export default function BoardEditor(props: {
  board: BoardWithWidgets
  /** unsaved changes from before the page was closed */
  draft: readonly Placement[] | undefined
  /** id of a widget to configure immediately */
  configure: string | undefined
  /** a concurrent change by someone else */
  remoteConflict: Conflict | undefined
  onDone: (boardId?: string) => void
}): ReactNode {
  const { board, draft, configure, remoteConflict } = props
  const t = useT('dashboards')
  const { types, isComplete, unavailableReasonOf } = useWidgetTypes()
  const first = useMemo(() => board.widgets.map(toPlacement), [board.widgets])
  const editor = useEditor(first, types, draft)
  const { placements } = editor
  const [open, setOpen] = useState<Open>(() => {
    const placement = (draft ?? first).find(({ id }) => id === configure)
    return placement && { placement, isNew: false }
  })
  const save = useSaveBoard(board.id, (error) => {
    const conflict = conflictOf(error)
    if (conflict) setOpen({ conflict })
    else toast.error(errorText(error, t))
  })
  const copy = useSaveAsCopy()
  // Changes made while saving would be lost.
  const isBusy = save.isPending || copy.isPending
  const { actions, announcement, announce } = useItemActions({
    editor,
    types,
    onConfigure: (placement) => types.has(placement.type) && setOpen({ placement, isNew: false }),
    isWaiting: isBusy || open !== undefined,
  })
  const guard = useLeaveGuard(editor.isDirty)
  const { userId } = useMe()
  const isDone = useRef(false)
  function onDone(id?: string) {
    isDone.current = true
    props.onDone(id)
  }
  // There is no confirmation when the session ends, so keep the draft.
  const saveDraft = useEffectEvent(() => {
    if (editor.isDirty && !isDone.current) storeDraft(userId, board.id, { updatedAt: board.updated_at, placements })
  })
  useEffect(() => () => saveDraft(), [])
  const container = useRef<HTMLDivElement>(null)
  const width = useSize(container, ({ width }) => width)
  const helpId = useId()

  // Not before the servers are loaded, because forms list them.
  const { loaded } = useLive()
  useEffect(() => (loaded ? pauseLiveUpdates() : undefined), [loaded])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isSaveKey(event)) {
      // Otherwise the browser would save the page.
      event.preventDefault()
      if (open === undefined && !isBusy && editor.isDirty) void store(board.updated_at)
      return
    }
    const key = open === undefined && !isBusy ? historyKey(event) : undefined
    if (!key) return
    event.preventDefault()
    editor[key]()
    announce(t(key === 'undo' ? 'news.undone' : 'news.redone'))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  // The module that is being configured may be disabled in the meantime.
  const unavailable = isComplete && isConfiguring(open) && !types.has(open.placement.type) ? open.placement : undefined
  useEffect(() => {
    if (!unavailable) return
    setOpen(undefined)
    toast.warning(t('widget.unavailable', { name: labelOf(t, unavailable, undefined) }))
  }, [unavailable, t])
  // Changes that widgets make to their own configuration become part of the draft.
  const patchConfig = useEffectEvent((id: string, patch: Placement['config']) =>
    editor.change(id, (placement) => ({ ...placement, config: applyPatch(placement.config, patch) })),
  )
  const ids = placements.map(({ id }) => id).join(' ')
  useEffect(() => {
    const unsubscribers = ids.split(' ').map((id) => configUpdates.offer(id, async (patch) => patchConfig(id, patch)))
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [ids])

  const store = (expected?: string) =>
    save
      .mutateAsync({ placements, ...(expected === undefined ? {} : { expected }) })
      .then(() => onDone())
      .catch(() => undefined)
  const saveCopy = () =>
    copy
      .mutateAsync({ name: copyName(t, board.name), placements })
      .then(({ dashboard, left_out }) => {
        if (left_out.length > 0) toast.warning(`${t('import.leftOut')} ${[...new Set(left_out)].join(', ')}`)
        onDone(dashboard.id)
      })
      .catch(() => undefined)
  const add = () =>
    placements.length < maxWidgets ? setOpen('picker') : toast.warning(t('edit.full', { max: maxWidgets }))

  function finish(placement: Placement, isNew: boolean) {
    editor.put(placement)
    setOpen(undefined)
    if (isNew) focusWidget(placement.id)
  }

  const isStacked = width !== undefined && width < minGridWidth
  const show = (placement: Placement) => (
    <EditItem
      placement={placement}
      type={types.get(placement.type)}
      isPending={!isComplete}
      grows={editor.grows(placement.type)}
      isPlaced={!isStacked}
      helpId={helpId}
      actions={actions}
    />
  )
  return (
    <>
      <PageHeader title={board.name} description={t(isStacked ? 'edit.leadNarrow' : 'edit.lead')} />
      <EditBar
        editor={editor}
        isBusy={isBusy}
        onAdd={add}
        onSave={() => void store(board.updated_at)}
        onCancel={() => guard.leave(() => onDone())}
      />
      {draft && (
        <EditNotice icon={<History className="size-4 shrink-0 text-accent" aria-hidden />} text={t('edit.kept')} />
      )}
      {remoteConflict && !isBusy && (
        <EditNotice
          icon={<TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden />}
          text={t(`edit.${remoteConflict}`)}
        />
      )}
      <p id={helpId} hidden>
        {t(isStacked ? 'edit.keysNarrow' : 'edit.keys')}
      </p>
      <p role="status" aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <UnavailableReasonContext value={unavailableReasonOf}>
        <div ref={container} inert={isBusy}>
          {placements.length === 0 ? (
            <EmptyState
              icon={LayoutGrid}
              title={t('board.empty')}
              description={t('board.emptyHint')}
              action={
                <Button variant="primary" onClick={add}>
                  {t('edit.add')}
                </Button>
              }
            />
          ) : isStacked ? (
            <div className="flex flex-col gap-4">
              {inReadingOrder(placements).map((placement) => (
                <div key={placement.id} style={editor.grows(placement.type) ? {} : { height: pixelsFor(placement.h) }}>
                  {show(placement)}
                </div>
              ))}
            </div>
          ) : (
            <Suspense fallback={<Skeleton className="h-96 w-full" />}>
              <EditGrid editor={editor} show={show} />
            </Suspense>
          )}
        </div>
      </UnavailableReasonContext>
      {open === 'picker' && (
        <WidgetPicker
          types={types}
          onPick={({ type }) => setOpen({ placement: editor.create(type), isNew: true })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {typeof open === 'object' && 'conflict' in open && (
        <ConflictDialog
          conflict={open.conflict}
          isBusy={isBusy}
          onTheirs={() => onDone()}
          onOverwrite={() => void store()}
          onCopy={() => void saveCopy()}
          onClose={() => setOpen(undefined)}
        />
      )}
      {isConfiguring(open) && (
        <Configuring open={open} types={types} finish={finish} onClose={() => setOpen(undefined)} />
      )}
      <ConfirmDialog
        open={guard.asking}
        onOpenChange={(asks) => !asks && guard.stay()}
        title={t('edit.leaveTitle')}
        description={t('edit.leaveHint')}
        action={t('edit.discard')}
        onConfirm={() => {
          isDone.current = true
          guard.confirm()
        }}
      />
    </>
  )
}

const EditNotice = ({ icon, text }: { icon: ReactNode; text: string }) => (
  <p role="status" className="panel mb-4 flex items-center gap-3 px-4 py-3 text-sm">
    {icon}
    {text}
  </p>
)

function Configuring(props: {
  open: Configured
  types: ReturnType<typeof useWidgetTypes>['types']
  finish: (placement: Placement, isNew: boolean) => void
  onClose: () => void
}) {
  const { open, types, finish, onClose } = props
  const type = types.get(open.placement.type)
  if (!type) return null
  return (
    <ConfigureDialog
      placement={open.placement}
      type={type}
      isNew={open.isNew}
      onDone={(placement) => finish(placement, open.isNew)}
      onClose={onClose}
    />
  )
}

import './host/install-runtime.ts'
import { Button, cn, EmptyState, ErrorState, onDemand, Skeleton, useMe, useT } from '@svc/dashboard-sdk'
import type { BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import { LayoutGrid } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { BoardView } from './board/board-view.tsx'
import { focusPage } from './board/focus.ts'
import type { Placement } from './board/placement.ts'
import { useBoards, useBoardUpdates, useCurrentBoard } from './board/use-board.ts'
import { takeStoredDraft } from './edit/draft-storage.ts'
import { confirmations } from './host/confirmations.ts'
import { nextOf } from './wall/use-rotation.ts'
import { useWall } from './wall/use-wall.ts'
import { useWallZoom } from './wall/use-wall-zoom.ts'
import { WallBar } from './wall/wall-bar.tsx'

const BoardEditor = onDemand(() => import('./edit/board-editor.tsx'))

/** Shows the current board, on its own page or full screen, or its editor. */
export default function BoardPage(): ReactNode {
  const t = useT()
  const { board, error, isMissing, refetch, choose } = useCurrentBoard()
  const boards = useBoards()
  const { userId } = useMe()
  const [edit, setEdit] = useState<{
    board: BoardWithWidgets
    draft: readonly Placement[] | undefined
    configure: string | undefined
  }>()
  const wall = useWall()
  // Zoom by the maximum height so far: zooming out makes the board wider and possibly less high, which would oscillate.
  const [highest, setHighest] = useState({ of: '', rows: 0 })
  const version = board ? `${board.id} ${board.updated_at}` : ''
  const zoom = useWallZoom(wall.isWall, highest.of === version ? highest.rows : 0)
  const onRows = useCallback(
    (rows: number) =>
      setHighest((before) => (before.of === version && before.rows >= rows ? before : { of: version, rows })),
    [version],
  )
  // Keep the callback stable, so that widgets do not re-render.
  const { leave } = wall
  const startEdit = useCallback(
    (configure?: string) => {
      leave()
      if (!board) return
      const stored = takeStoredDraft(userId, board.id)
      // A draft of an older version leads to the conflict dialog when it is saved.
      const begun = stored ? { ...board, updated_at: stored.updatedAt } : board
      setEdit({ board: begun, draft: stored?.placements, configure })
    },
    [board, leave, userId],
  )
  // A new board is empty, so it opens in the editor.
  const [created, setCreated] = useState<string>()
  useEffect(() => {
    if (created === undefined || board?.id !== created) return
    setCreated(undefined)
    startEdit()
  }, [created, board, startEdit])
  useBoardUpdates()
  const mode = edit ? 'edit' : wall.isWall ? 'wall' : 'look'
  const lastMode = useRef(mode)
  // The button that had the focus no longer exists.
  useEffect(() => {
    if (lastMode.current !== mode) focusPage()
    lastMode.current = mode
  }, [mode])
  const ids = (boards.data ?? []).map(({ id }) => id)
  if (edit) {
    const isDeleted = boards.data?.every(({ id }) => id !== edit.board.id) ?? false
    const isChanged = board?.id === edit.board.id && board.updated_at !== edit.board.updated_at
    return (
      <Suspense fallback={waiting}>
        <BoardEditor
          key={edit.board.id}
          board={edit.board}
          draft={edit.draft}
          configure={edit.configure}
          remoteConflict={isDeleted ? 'deleted' : isChanged ? 'changed' : undefined}
          onDone={(id) => {
            setEdit(undefined)
            if (id !== undefined) choose(id)
          }}
        />
        <ConfirmationDialog />
      </Suspense>
    )
  }
  return (
    <div
      ref={wall.place}
      className={cn(wall.isWall && 'fixed inset-0 z-30 overflow-auto bg-canvas p-6 has-[[data-idle]]:cursor-none')}
      style={{ zoom }}
    >
      {wall.isWall && (
        <WallBar
          name={board?.name ?? ''}
          canRotate={ids.length > 1}
          onNext={() => choose(nextOf(ids, board?.id ?? ''))}
          onLeave={leave}
        />
      )}
      {isMissing ? (
        <EmptyState
          icon={LayoutGrid}
          title={t('board.missing')}
          action={<Button onClick={() => choose(undefined)}>{t('board.missingAction')}</Button>}
        />
      ) : board ? (
        <BoardView
          key={board.id}
          board={board}
          boards={boards.data ?? []}
          wall={wall}
          onChoose={choose}
          onCreated={(id) => {
            choose(id)
            setCreated(id)
          }}
          onEdit={startEdit}
          onRows={onRows}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        waiting
      )}
      <ConfirmationDialog />
    </div>
  )
}

const waiting = (
  <div aria-busy="true" className="flex flex-col gap-4">
    <Skeleton className="h-9 w-64" />
    <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((id) => (
        <Skeleton key={id} className="h-20 w-full" />
      ))}
    </div>
    <Skeleton className="h-96 w-full" />
  </div>
)

const OpenConfirmation = onDemand(() => import('./host/confirmation.tsx'))

/** Shows the confirmations that widgets request. Loaded on the first one. */
function ConfirmationDialog(): ReactNode {
  const confirmation = useSyncExternalStore(confirmations.subscribe, confirmations.first)
  const [wasAsked, setAsked] = useState(false)
  if (confirmation && !wasAsked) setAsked(true)
  useEffect(() => confirmations.refuse, [])
  return <Suspense>{wasAsked && <OpenConfirmation confirmation={confirmation} />}</Suspense>
}

import './host/install-runtime.ts'
import { Button, cn, EmptyState, ErrorState, onDemand, Skeleton, useMe, useT } from '@svc/dashboard-sdk'
import type { BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import { LayoutGrid } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { BoardView } from './board/board-view.tsx'
import { focusPage } from './board/focus.ts'
import type { Placement } from './board/placement.ts'
import { useBoardNews, useBoards, useChosenBoard } from './board/use-board.ts'
import { takeDraft } from './edit/kept-draft.ts'
import { QuestionDialog } from './host/question-dialog.tsx'
import { nextOf } from './wall/use-rotation.ts'
import { useWall } from './wall/use-wall.ts'
import { useWallZoom } from './wall/use-wall-zoom.ts'
import { WallBar } from './wall/wall-bar.tsx'

const BoardEditor = onDemand(() => import('./edit/board-editor.tsx'))

/** The board one looks at all day. */
export default function BoardPage(): ReactNode {
  const t = useT()
  const { board, failure, isGone, refetch, choose } = useChosenBoard()
  const boards = useBoards()
  const { userId } = useMe()
  const [edit, setEdit] = useState<{
    board: BoardWithWidgets
    draft: readonly Placement[] | undefined
    configure: string | undefined
  }>()
  const wall = useWall()
  // a board that grows stays as small as it was at its highest: what is made smaller is wider, and may be less high then
  const [highest, setHighest] = useState({ of: '', rows: 0 })
  const version = board ? `${board.id} ${board.updated_at}` : ''
  const zoom = useWallZoom(wall.isWall, highest.of === version ? highest.rows : 0)
  const onRows = useCallback(
    (rows: number) =>
      setHighest((before) => (before.of === version && before.rows >= rows ? before : { of: version, rows })),
    [version],
  )
  // the same function while the board is: a widget is rendered again for its own sake only
  const { leave } = wall
  const startEdit = useCallback(
    (configure?: string) => {
      leave()
      if (!board) return
      const kept = takeDraft(userId, board.id)
      // what was begun with another version meets the same question as ever when it is stored
      const begun = kept ? { ...board, updated_at: kept.updatedAt } : board
      setEdit({ board: begun, draft: kept?.placements, configure })
    },
    [board, leave, userId],
  )
  useBoardNews()
  const mode = edit ? 'edit' : wall.isWall ? 'wall' : 'look'
  const lastMode = useRef(mode)
  // the button that was pressed is gone
  useEffect(() => {
    if (lastMode.current !== mode) focusPage()
    lastMode.current = mode
  }, [mode])
  const ids = (boards.data ?? []).map(({ id }) => id)
  if (edit) {
    const isGone = boards.data?.every(({ id }) => id !== edit.board.id) ?? false
    const isChanged = board?.id === edit.board.id && board.updated_at !== edit.board.updated_at
    return (
      <Suspense fallback={waiting}>
        <BoardEditor
          key={edit.board.id}
          board={edit.board}
          draft={edit.draft}
          configure={edit.configure}
          meanwhile={isGone ? 'gone' : isChanged ? 'changed' : undefined}
          onDone={(id) => {
            setEdit(undefined)
            if (id !== undefined) choose(id)
          }}
        />
        <QuestionDialog />
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
      {isGone ? (
        <EmptyState
          icon={LayoutGrid}
          title={t('board.gone')}
          action={<Button onClick={() => choose(undefined)}>{t('board.goneAction')}</Button>}
        />
      ) : board ? (
        <BoardView
          key={board.id}
          board={board}
          boards={boards.data ?? []}
          wall={wall}
          onChoose={choose}
          onEdit={startEdit}
          onRows={onRows}
        />
      ) : failure ? (
        <ErrorState failure={failure} onRetry={refetch} />
      ) : (
        waiting
      )}
      <QuestionDialog />
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

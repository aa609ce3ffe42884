import './host/install-runtime.js'
import { Button, cn, EmptyState, ErrorState, Skeleton, useT } from '@svc/dashboard-sdk'
import type { BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import { LayoutGrid } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { BoardView } from './board/board-view.js'
import { useBoardNews, useBoards, useChosenBoard } from './board/use-board.js'
import { QuestionDialog } from './host/question-dialog.js'
import { useWall } from './wall/use-wall.js'

const BoardEditor = lazy(() => import('./edit/board-editor.js'))

/** The board one looks at all day. */
export default function BoardPage(): ReactNode {
  const t = useT()
  const { board, failure, isGone, refetch, choose } = useChosenBoard()
  const boards = useBoards()
  const [edited, setEdited] = useState<BoardWithWidgets>()
  const wall = useWall()
  useBoardNews()
  if (edited) {
    return (
      <Suspense fallback={waiting}>
        <BoardEditor
          key={edited.id}
          board={edited}
          isStale={board?.id === edited.id && board.updated_at !== edited.updated_at}
          onDone={(id) => {
            setEdited(undefined)
            if (id !== undefined) choose(id)
          }}
        />
        <QuestionDialog />
      </Suspense>
    )
  }
  return (
    <div className={cn(wall.isWall && 'fixed inset-0 z-30 overflow-auto bg-canvas p-6')}>
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
          onEdit={() => setEdited(board)}
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

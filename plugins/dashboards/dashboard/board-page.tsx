import './host/install-runtime.js'
import { Button, EmptyState, ErrorState, PageHeader, Skeleton, useMe, useT } from '@svc/dashboard-sdk'
import type { BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import { LayoutGrid } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { placementOf } from './board/placement.js'
import { useBoardNews, useChosenBoard } from './board/use-board.js'
import { ViewGrid } from './grid/view-grid.js'
import { QuestionDialog } from './host/question-dialog.js'

/** The board one looks at all day. */
export default function BoardPage(): ReactNode {
  const t = useT()
  const { board, failure, isGone, refetch, choose } = useChosenBoard()
  useBoardNews(() => undefined)
  if (isGone)
    return (
      <EmptyState
        icon={LayoutGrid}
        title={t('board.gone')}
        action={<Button onClick={() => choose(undefined)}>{t('board.goneAction')}</Button>}
      />
    )
  if (!board) return failure ? <ErrorState failure={failure} onRetry={refetch} /> : <Skeleton className="h-96 w-full" />
  return (
    <>
      <ViewBoard key={board.id} board={board} />
      <QuestionDialog />
    </>
  )
}

function ViewBoard({ board }: { board: BoardWithWidgets }) {
  const t = useT()
  const { isAdmin } = useMe()
  const placements = useMemo(() => board.widgets.map(placementOf), [board.widgets])
  return (
    <>
      <PageHeader title={board.name} />
      {placements.length > 0 ? (
        <ViewGrid placements={placements} />
      ) : (
        <EmptyState
          icon={LayoutGrid}
          title={t('board.empty')}
          description={t(isAdmin ? 'board.emptyHint' : 'board.emptyMember')}
        />
      )}
    </>
  )
}

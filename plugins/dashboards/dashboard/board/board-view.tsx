import {
  api,
  Button,
  EmptyState,
  errorText,
  onDemand,
  PageHeader,
  toast,
  useInvalidate,
  useMe,
  useT,
  useWidgetTypes,
} from '@svc/dashboard-sdk'
import type { Board, BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import { LayoutGrid, Maximize2, PencilRuler } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { MetersContext, makeMeters } from '../frame/meters.ts'
import { labelOf } from '../frame/widget-texts.ts'
import { ViewGrid } from '../grid/view-grid.tsx'
import { configUpdates } from '../host/config-updates.ts'
import { BoardMenu } from '../switcher/board-menu.tsx'
import { BoardSwitcher } from '../switcher/board-switcher.tsx'
import type { useWall } from '../wall/use-wall.ts'
import { boardsPath, pathOf } from './boards-path.ts'
import { type Config, toPlacement } from './placement.ts'

const MeasurePanel = onDemand(() => import('../frame/measure-panel.tsx'))

/** A board in view mode. */
export function BoardView(props: {
  board: BoardWithWidgets
  boards: readonly Board[]
  wall: ReturnType<typeof useWall>
  onChoose: (id: string | undefined) => void
  onCreated: (id: string) => void
  /** with the id of a widget: also opens its configuration */
  onEdit: (configure?: string) => void
  /** called with the height of the board */
  onRows: (rows: number) => void
}): ReactNode {
  const { board, boards, wall, onChoose, onCreated, onEdit, onRows } = props
  const t = useT('dashboards')
  const { isAdmin } = useMe()
  const placements = useMemo(() => board.widgets.map(toPlacement), [board.widgets])
  const [meters, setMeters] = useState<ReturnType<typeof makeMeters>>()
  const known = useWidgetTypes()
  const { types } = known
  const patch = useConfigPatch(board.id)
  useEffect(() => {
    const stops = placements.map((placement) =>
      configUpdates.offer(placement.id, (change) =>
        patch({ id: placement.id, name: labelOf(t, placement, types.get(placement.type)) }, change),
      ),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [placements, patch, types, t])
  return (
    <MetersContext value={meters}>
      {!wall.isWall && (
        <PageHeader
          title={board.name}
          aside={<BoardSwitcher boards={boards} current={board.id} onChoose={onChoose} />}
          actions={
            <>
              <Button onClick={wall.enter}>
                <Maximize2 aria-hidden />
                {t('wall.enter')}
              </Button>
              {isAdmin && (
                <Button onClick={() => onEdit()}>
                  <PencilRuler aria-hidden />
                  {t('edit.start')}
                </Button>
              )}
              <BoardMenu
                board={board}
                isMeasuring={meters !== undefined}
                onMeasure={(on) => setMeters(on ? makeMeters() : undefined)}
                onChoose={onChoose}
                onCreated={onCreated}
              />
            </>
          }
        />
      )}
      {meters && (
        <Suspense>
          <MeasurePanel />
        </Suspense>
      )}
      {placements.length > 0 ? (
        <ViewGrid placements={placements} known={known} onRows={onRows} onConfigure={isAdmin ? onEdit : undefined} />
      ) : (
        <EmptyState
          icon={LayoutGrid}
          title={t('board.empty')}
          description={t(isAdmin ? 'board.emptyHint' : 'board.emptyMember')}
          action={
            isAdmin && (
              <Button variant="primary" onClick={() => onEdit()}>
                {t('edit.start')}
              </Button>
            )
          }
        />
      )}
    </MetersContext>
  )
}

/**
 * Saves changes that a widget makes to its own configuration. Shows an error and rejects if that fails, for example for
 * members.
 */
function useConfigPatch(boardId: string) {
  const t = useT('dashboards')
  const invalidate = useInvalidate()
  return useCallback(
    async (widget: { readonly id: string; readonly name: string }, patch: Config) => {
      try {
        await api('PATCH', `${pathOf(boardId)}/widgets/${encodeURIComponent(widget.id)}/config`, patch)
      } catch (error) {
        toast.error(t('widget.notSaved', { name: widget.name, reason: errorText(error, t) }))
        throw error
      }
      await invalidate(boardsPath)
    },
    [boardId, invalidate, t],
  )
}

import { DeleteDialog, useT } from '@svc/dashboard-sdk'
import type { BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import type { ReactNode } from 'react'
import { boardsPath, pathOf } from '../board/boards-path.ts'

/** Confirms and deletes a board. */
export default function DeleteBoard(props: {
  board: BoardWithWidgets
  onDeleted: () => void
  onClose: () => void
}): ReactNode {
  const { board, onDeleted, onClose } = props
  const t = useT('dashboards')
  return (
    <DeleteDialog
      path={pathOf(board.id)}
      invalidates={[boardsPath]}
      title={t('boards.deleteTitle', { name: board.name })}
      description={t('boards.deleteHint', { count: board.widgets.length })}
      action={t('boards.delete')}
      done={t('boards.deleted', { name: board.name })}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  )
}

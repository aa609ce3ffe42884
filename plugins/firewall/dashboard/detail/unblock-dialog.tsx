import { DeleteDialog, serverNow, toast, useMutate, useT } from '@svc/dashboard-sdk'
import type { BlockInput, FirewallBlock } from '@svc/plugin-firewall/contract'
import type { ReactNode } from 'react'
import { restoredInput } from '../form/block-draft.ts'
import { blockPath, blocksPath, changedPaths } from '../paths.ts'

/** Confirms and unblocks; the toast undoes it. */
export function UnblockDialog(props: { block: FirewallBlock; onClose: () => void; onDeleted?: () => void }): ReactNode {
  const { block, onClose, onDeleted } = props
  const t = useT()
  const restore = useMutate<BlockInput>('POST', blocksPath, { invalidates: changedPaths })
  const { target, origin } = block
  return (
    <DeleteDialog
      title={t('delete.title', { target })}
      description={t(origin === 'auto' ? 'delete.textAuto' : 'delete.text')}
      action={t('delete.action')}
      path={blockPath(block.id)}
      invalidates={changedPaths}
      onClose={onClose}
      onDeleted={() => {
        toast.success(t('delete.done', { target }), {
          label: t('delete.undo'),
          onAct: () => restore.mutate(restoredInput(block, serverNow())),
        })
        onDeleted?.()
      }}
    />
  )
}

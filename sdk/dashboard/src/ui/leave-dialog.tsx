import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import type { LeaveGuard } from '../leave-guard.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** The confirmation of `useLeaveGuard`. */
export function LeaveDialog({ guard: { asking, confirm, stay } }: { guard: LeaveGuard }): ReactNode {
  const t = useT('sdk')
  return (
    <ConfirmDialog
      open={asking}
      onOpenChange={(open) => !open && stay()}
      title={t('leave.title')}
      description={t('leave.description')}
      action={t('leave.action')}
      onConfirm={confirm}
    />
  )
}

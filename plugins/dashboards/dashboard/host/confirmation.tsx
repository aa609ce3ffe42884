import { ConfirmDialog, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Confirmation } from './confirmations.ts'

/** A confirmation requested by a widget; closed if there is none. */
export default function OpenConfirmation({ confirmation }: { confirmation: Confirmation | undefined }): ReactNode {
  const t = useT()
  return (
    <ConfirmDialog
      open={confirmation !== undefined}
      onOpenChange={(open) => !open && confirmation?.answer(false)}
      title={confirmation?.title ?? ''}
      description={confirmation?.body}
      action={t('question.yes')}
      destructive={false}
      onConfirm={() => confirmation?.answer(true)}
    />
  )
}

import { ConfirmDialog, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Question } from './questions.ts'

/** What a widget wants to have confirmed; closed while there is nothing. */
export default function ShownQuestion({ question }: { question: Question | undefined }): ReactNode {
  const t = useT()
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={(open) => !open && question?.answer(false)}
      title={question?.title ?? ''}
      description={question?.body}
      action={t('question.yes')}
      destructive={false}
      onConfirm={() => question?.answer(true)}
    />
  )
}

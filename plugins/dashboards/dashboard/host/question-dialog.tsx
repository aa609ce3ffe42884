import { ConfirmDialog, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useSyncExternalStore } from 'react'
import { questions } from './questions.js'

/** Shows what a widget wants to have confirmed. */
export function QuestionDialog(): ReactNode {
  const t = useT()
  const question = useSyncExternalStore(questions.subscribe, questions.first)
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

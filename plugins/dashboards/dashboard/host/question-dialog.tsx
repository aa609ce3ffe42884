import { onDemand } from '@svc/dashboard-sdk'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { questions } from './questions.ts'

const ShownQuestion = onDemand(() => import('./question.tsx'))

/** Shows what widgets want to have confirmed; from the first question on. */
export function QuestionDialog(): ReactNode {
  const question = useSyncExternalStore(questions.subscribe, questions.first)
  const [wasAsked, setAsked] = useState(false)
  if (question && !wasAsked) setAsked(true)
  useEffect(() => questions.refuse, [])
  return <Suspense>{wasAsked && <ShownQuestion question={question} />}</Suspense>
}

import { onDemand } from '@svc/dashboard-sdk'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { confirmations } from './confirmations.ts'

const OpenConfirmation = onDemand(() => import('./confirmation.tsx'))

/** Shows the confirmations that widgets request. Loaded on the first one. */
export function ConfirmationDialog(): ReactNode {
  const confirmation = useSyncExternalStore(confirmations.subscribe, confirmations.first)
  const [wasAsked, setAsked] = useState(false)
  if (confirmation && !wasAsked) setAsked(true)
  useEffect(() => confirmations.refuse, [])
  return <Suspense>{wasAsked && <OpenConfirmation confirmation={confirmation} />}</Suspense>
}

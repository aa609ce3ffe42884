import { ErrorState, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** Shown when the first requests fail. */
export function NoServerPage({ error, retry }: { error: unknown; retry: () => void }): ReactNode {
  const t = useT('shell')
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <ErrorState title={t('noServer.title')} error={error} onRetry={retry} />
    </main>
  )
}

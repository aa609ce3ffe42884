import type { ReactNode } from 'react'
import { ErrorBoundary } from './failure-boundary.tsx'
import { useT } from './i18n.ts'
import { isMissingCode } from './load-once.ts'
import { Button } from './ui/button.tsx'

/** Keeps a failing contribution from taking the page with it, and says which plugin failed. */
export const ContributionBoundary = ({ plugin, children }: { plugin: string; children: ReactNode }): ReactNode => (
  <ErrorBoundary
    what={`dashboard of plugin ${plugin}`}
    failed={(failure, retry) => <ContributionFailed plugin={plugin} failure={failure} retry={retry} />}
  >
    {children}
  </ErrorBoundary>
)

/** Says which plugin failed, with what, and offers to try again. */
export function ContributionFailed({ plugin, failure, retry }: { plugin: string; failure: Error; retry: () => void }) {
  const t = useT('sdk')
  const isMissing = isMissingCode(failure)
  return (
    <section role="alert" className="panel flex flex-wrap items-center gap-x-6 gap-y-3 border-danger/40 p-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{isMissing ? t('boundary.notLoaded') : t('boundary.title', { plugin })}</p>
        {isMissing ? (
          <p className="mt-1 text-muted text-sm">{t('boundary.notLoadedHint')}</p>
        ) : (
          <p className="mt-1 break-words font-mono text-muted text-xs">{failure.message}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isMissing && <Button onClick={() => window.location.reload()}>{t('boundary.reload')}</Button>}
        <Button onClick={retry}>{t('action.retry')}</Button>
      </div>
    </section>
  )
}

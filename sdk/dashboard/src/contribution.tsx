import { Profiler, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { useT } from './i18n.ts'
import { addRendering, isInstalledDashboard } from './installed-dashboards.ts'
import { isMissingCode } from './load-once.ts'
import { PluginScope } from './plugin-scope.tsx'
import { Button } from './ui/button.tsx'
import { Skeleton } from './ui/skeleton.tsx'

/** Renders a part of a plugin in its text scope, with its own error boundary and a placeholder while its code loads. */
export function Contribution(props: { plugin: string; pending?: ReactNode; children: ReactNode }): ReactNode {
  const { plugin, pending, children } = props
  return (
    <PluginScope plugin={plugin}>
      <ErrorBoundary
        name={`dashboard of plugin ${plugin}`}
        fallback={(error, retry) => <ContributionError plugin={plugin} error={error} retry={retry} />}
      >
        <Suspense fallback={pending === undefined ? <Skeleton className="h-40 w-full" /> : pending}>
          <Measured plugin={plugin}>{children}</Measured>
        </Suspense>
      </ErrorBoundary>
    </PluginScope>
  )
}

/** Measures what third-party plugins render. */
function Measured({ plugin, children }: { plugin: string; children: ReactNode }): ReactNode {
  if (!isInstalledDashboard(plugin)) return children
  return (
    <Profiler id={plugin} onRender={(_id, _phase, ms) => addRendering(plugin, ms)}>
      {children}
    </Profiler>
  )
}

/** Names the plugin that failed, shows the error, and offers to try again. */
export function ContributionError({ plugin, error, retry }: { plugin: string; error: Error; retry: () => void }) {
  const t = useT('sdk')
  const isMissing = isMissingCode(error)
  return (
    <section role="alert" className="panel flex flex-wrap items-center gap-x-6 gap-y-3 border-danger/40 p-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{isMissing ? t('boundary.notLoaded') : t('boundary.title', { plugin })}</p>
        {isMissing ? (
          <p className="mt-1 text-muted text-sm">{t('boundary.notLoadedHint')}</p>
        ) : (
          <p className="mt-1 break-words font-mono text-muted text-xs">{error.message}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isMissing && <Button onClick={() => window.location.reload()}>{t('boundary.reload')}</Button>}
        <Button onClick={retry}>{t('action.retry')}</Button>
      </div>
    </section>
  )
}

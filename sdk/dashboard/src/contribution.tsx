import { type ReactNode, Suspense } from 'react'
import { ContributionBoundary } from './contribution-boundary.tsx'
import { PluginScope } from './plugin-scope.tsx'
import { Skeleton } from './ui/skeleton.tsx'

/** Renders a part of a plugin: its texts, its own error boundary, and a placeholder while its code loads. */
export function Contribution(props: { plugin: string; pending?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <PluginScope plugin={props.plugin}>
      <ContributionBoundary plugin={props.plugin}>
        <Suspense fallback={props.pending ?? <Skeleton className="h-40 w-full" />}>{props.children}</Suspense>
      </ContributionBoundary>
    </PluginScope>
  )
}

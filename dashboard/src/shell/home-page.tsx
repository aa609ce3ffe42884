import {
  EmptyState,
  homeFigures,
  homeProblems,
  homeSections,
  PageHeader,
  Skeleton,
  useSlot,
  useT,
} from '@svc/dashboard-sdk'
import { PanelsTopLeft } from 'lucide-react'
import type { ReactNode } from 'react'

/** The start page: what is wrong now, the fleet, and where to go next. */
export default function HomePage(): ReactNode {
  const t = useT('shell')
  const figures = useSlot(homeFigures, {})
  const problems = useSlot(homeProblems, {})
  const sections = useSlot(homeSections, {})
  return (
    <>
      <PageHeader title={t('home.title')} />
      {figures.length > 0 && (
        <section aria-label={t('home.figures')} className="mb-5 grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
          {figures.map((figure) => figure.render({}, <Skeleton className="h-24 rounded-lg" />))}
        </section>
      )}
      <div className="gap-5 not-empty:mb-5 *:not-last:mb-5 *:break-inside-avoid xl:columns-2 xl:has-[>:only-child]:columns-1">
        {problems.map((problem) => problem.render({}, null))}
      </div>
      {sections.map((section) => section.render({}))}
      {figures.length + problems.length + sections.length === 0 && (
        <div className="panel">
          <EmptyState icon={PanelsTopLeft} title={t('home.empty')} description={t('home.emptyHint')} />
        </div>
      )}
    </>
  )
}

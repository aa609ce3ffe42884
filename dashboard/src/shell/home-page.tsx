import { EmptyState, homeSections, PageHeader, useSlot, useT } from '@svc/dashboard-sdk'
import { PanelsTopLeft } from 'lucide-react'
import type { ReactNode } from 'react'

/** The start page: what needs attention, the fleet, and where to go next. */
export default function HomePage(): ReactNode {
  const t = useT('shell')
  const sections = useSlot(homeSections, {})
  return (
    <>
      <PageHeader title={t('home.title')} />
      {sections.map((section) => section.render({}))}
      {sections.length === 0 && (
        <div className="panel">
          <EmptyState icon={PanelsTopLeft} title={t('home.empty')} description={t('home.emptyHint')} />
        </div>
      )}
    </>
  )
}

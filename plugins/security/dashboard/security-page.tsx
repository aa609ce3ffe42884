import { PageHeader, usePageSearch, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { securityPage } from './pages.ts'
import { SecurityView } from './security-view.tsx'

/** Security events of all servers. */
export default function SecurityPage(): ReactNode {
  const t = useT()
  const [search, setSearch] = usePageSearch(securityPage)
  return (
    <>
      <PageHeader title={t('events.title')} description={t('events.lead')} />
      <SecurityView search={search} onSearch={setSearch} />
    </>
  )
}

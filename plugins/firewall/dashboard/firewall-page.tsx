import { Button, onDemand, PageHeader, usePageSearch, useT } from '@svc/dashboard-sdk'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BlockList } from './list/block-list.tsx'
import { ActivityCard } from './overview/activity-card.tsx'
import { Counters } from './overview/counters.tsx'
import { ProtectedCard } from './overview/protected-card.tsx'
import { firewallPage } from './pages.ts'

const BlockForm = onDemand(() => import('./form/block-form.tsx'), null)

/** The block list of all servers. */
export default function FirewallPage(): ReactNode {
  const t = useT()
  const [search, setSearch] = usePageSearch(firewallPage)
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t('blocks.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('blocks.title')} description={t('blocks.lead')} actions={add} />
      <Counters />
      <BlockList
        search={search}
        onSearch={setSearch}
        title={t('blocks.list')}
        empty={{ title: t('blocks.empty'), hint: t('blocks.emptyHint') }}
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <ActivityCard onOpen={(block) => setSearch({ block }, { push: true })} />
        <ProtectedCard />
      </div>
      {isAdding && <BlockForm onClose={() => setAdding(false)} />}
    </>
  )
}

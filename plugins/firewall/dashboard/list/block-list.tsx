import { Button, Card, EmptyState, LoadMore, StaleNote, useMe, useT } from '@svc/dashboard-sdk'
import type { ListedBlock } from '@svc/plugin-firewall/contract'
import { SearchX, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BlockDialog } from '../detail/block-dialog.tsx'
import { UnblockDialog } from '../detail/unblock-dialog.tsx'
import { type FirewallSearch, filterOf, isFiltered, unfiltered } from '../firewall-search.ts'
import { BlockFilters } from './block-filters.tsx'
import { BlockTable } from './block-table.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useBlocks } from './use-blocks.ts'

/** The blocks with search and filters: all, or those that cover one server. */
export function BlockList(props: {
  search: FirewallSearch
  onSearch: (patch: Partial<FirewallSearch>, options?: { push: boolean }) => void
  serverId?: string
  title: string
  actions?: ReactNode
  /** when nothing is blocked at all */
  empty: { readonly title: string; readonly hint: string; readonly action?: ReactNode }
}): ReactNode {
  const { search, onSearch, serverId, title, actions, empty } = props
  const t = useT()
  const { isAdmin } = useMe()
  const { items, error, retry, pages } = useBlocks(filterOf(search, serverId))
  const [deleted, setDeleted] = useState<ListedBlock>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const shown = items?.map(({ id }) => id) ?? []
  // Blocks that have ended, or that a filter hides, are no longer selected.
  const selected = new Set(shown.filter((id) => chosen.has(id)))
  const toggle = (id: string) =>
    setChosen(new Set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]))
  const isFilteredOut = isFiltered(search)
  return (
    <>
      <BlockFilters search={search} onSearch={onSearch} hideServer={serverId !== undefined} />
      {items && <StaleNote error={error} onRetry={retry} />}
      <Card flush title={title} actions={actions} className="mb-4">
        {selected.size > 0 && <BulkBar selected={selected} shown={shown} onSelected={setChosen} />}
        <BlockTable
          blocks={items}
          error={error}
          onRetry={retry}
          isOfServer={serverId !== undefined}
          onOpen={(block) => onSearch({ block }, { push: true })}
          selection={isAdmin ? { ids: selected, toggle } : undefined}
          onDelete={isAdmin ? setDeleted : undefined}
          empty={
            isFilteredOut ? (
              <EmptyState
                icon={SearchX}
                title={t('blocks.noMatch')}
                description={t('blocks.noMatchHint')}
                action={<Button onClick={() => onSearch(unfiltered)}>{t('blocks.clear')}</Button>}
              />
            ) : (
              <EmptyState icon={ShieldCheck} title={empty.title} description={empty.hint} action={empty.action} />
            )
          }
        />
        <LoadMore pages={pages} />
      </Card>
      {search.block !== '' && (
        <BlockDialog key={search.block} id={search.block} onClose={() => onSearch({ block: '' })} />
      )}
      {deleted && <UnblockDialog block={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

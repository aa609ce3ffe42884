import { Button, SearchInput, Select, useServerList, useT } from '@svc/dashboard-sdk'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FirewallSearch, isFiltered, unfiltered } from '../firewall-search.ts'

const select = 'w-full sm:w-44 [&_select]:h-8.5 [&_select]:text-sm'

/** Search and filters of the list. */
export function BlockFilters(props: {
  search: FirewallSearch
  onSearch: (patch: Partial<FirewallSearch>) => void
  hideServer?: boolean
}): ReactNode {
  const { search, onSearch, hideServer = false } = props
  const t = useT()
  const servers = useServerList()
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-2.5">
      <div className="w-full sm:w-56">
        <SearchInput
          value={search.q}
          onChange={(q) => onSearch({ q: q.slice(0, 64) })}
          placeholder={t('blocks.search')}
          className="md:w-full"
        />
      </div>
      {!hideServer && (
        <Select
          aria-label={t('column.server')}
          value={search.server}
          onChange={({ target }) => onSearch({ server: target.value })}
          className={select}
        >
          <option value="">{t('filter.anyServer')}</option>
          {search.server !== '' && !servers.some(({ id }) => id === search.server) && (
            <option value={search.server}>{search.server}</option>
          )}
          {servers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Select
        aria-label={t('column.applied')}
        value={search.state}
        onChange={({ target: { value } }) =>
          onSearch({ state: value === 'failed' || value === 'waiting' ? value : '' })
        }
        className={select}
      >
        <option value="">{t('filter.anyState')}</option>
        <option value="failed">{t('filter.failed')}</option>
        <option value="waiting">{t('filter.waiting')}</option>
      </Select>
      <Select
        aria-label={t('blocks.origin')}
        value={search.origin}
        onChange={({ target: { value } }) => onSearch({ origin: value === 'manual' || value === 'auto' ? value : '' })}
        className={select}
      >
        <option value="">{t('blocks.anyOrigin')}</option>
        <option value="manual">{t('origin.manual')}</option>
        <option value="auto">{t('origin.auto')}</option>
      </Select>
      {isFiltered(search) && (
        <Button variant="ghost" onClick={() => onSearch(unfiltered)}>
          <X aria-hidden />
          {t('blocks.clear')}
        </Button>
      )}
    </div>
  )
}

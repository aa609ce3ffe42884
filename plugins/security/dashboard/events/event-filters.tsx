import { Button, Checkbox, SearchInput, Segmented, Select, useServerList, useT } from '@svc/dashboard-sdk'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  eventTypes,
  filterCount,
  isAddress,
  type SecuritySearch,
  severities,
  spans,
  unfiltered,
} from '../security-search.ts'

/** Range and filters of the events. */
export function EventFilters(props: {
  search: SecuritySearch
  onSearch: (patch: Partial<SecuritySearch>) => void
  hideServer: boolean
}): ReactNode {
  const { search, onSearch, hideServer } = props
  const t = useT()
  const servers = useServerList()
  const select = 'w-full sm:w-44 [&_select]:h-8.5 [&_select]:text-sm'
  const isPartial = search.source.trim() !== '' && !isAddress(search.source.trim())
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-2.5">
      <Segmented
        label={t('filter.span')}
        value={search.span}
        onChange={(span) => onSearch({ span })}
        options={spans.map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      {!hideServer && (
        <Select
          aria-label={t('filter.server')}
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
        aria-label={t('filter.type')}
        value={search.type}
        onChange={({ target }) => onSearch({ type: eventTypes.find((type) => type === target.value) ?? '' })}
        className={select}
      >
        <option value="">{t('filter.anyType')}</option>
        {eventTypes.map((type) => (
          <option key={type} value={type}>
            {t(`type.${type}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('filter.severity')}
        value={search.severity}
        onChange={({ target }) => onSearch({ severity: severities.find((each) => each === target.value) ?? '' })}
        className={select}
      >
        <option value="">{t('filter.anySeverity')}</option>
        {severities.map((severity) => (
          <option key={severity} value={severity}>
            {t(`severity.${severity}`)}
          </option>
        ))}
      </Select>
      <div className="w-full sm:w-56">
        <SearchInput
          value={search.source}
          onChange={(source) => onSearch({ source: source.slice(0, 64) })}
          placeholder={t('filter.source')}
          className="md:w-full"
        />
        {isPartial && (
          <p role="status" className="mt-1 text-faint text-xs">
            {t('filter.partial')}
          </p>
        )}
      </div>
      <div className="flex min-h-8.5 items-center">
        <Checkbox
          label={t('filter.first')}
          checked={search.first}
          onChange={({ target }) => onSearch({ first: target.checked })}
        />
      </div>
      {filterCount(search) > 0 && (
        <Button variant="ghost" onClick={() => onSearch(unfiltered)}>
          <X aria-hidden />
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}

import { IconButton, SearchInput, Segmented, useFormat, useT } from '@svc/dashboard-sdk'
import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DockerSearch, type StateFilter, stateFilters } from '../docker-search.ts'

/** Search and filters of the containers. */
export function ListToolbar(props: {
  search: DockerSearch
  onSearch: (patch: Partial<DockerSearch>) => void
  /** undefined while loading */
  counts: Readonly<Record<StateFilter, number>> | undefined
  grouped: boolean
  onGrouped: (grouped: boolean) => void
}): ReactNode {
  const { search, onSearch, counts, grouped, onGrouped } = props
  const t = useT()
  const format = useFormat()
  const labelOf = (filter: StateFilter) =>
    counts ? `${t(`filter.${filter}`)} ${format.number(counts[filter])}` : t(`filter.${filter}`)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <SearchInput
        value={search.q}
        onChange={(q) => onSearch({ q })}
        placeholder={t('list.search')}
        className="md:w-64"
      />
      <div className="figures -mx-1 min-w-0 max-w-full overflow-x-auto px-1">
        <Segmented
          label={t('list.state')}
          className="whitespace-nowrap"
          value={search.state}
          onChange={(state) => onSearch({ state })}
          options={stateFilters.map((value) => ({ value, label: labelOf(value) }))}
        />
      </div>
      <IconButton
        label={t('list.group')}
        variant="secondary"
        aria-pressed={grouped}
        className={grouped ? 'ml-auto text-accent' : 'ml-auto'}
        onClick={() => onGrouped(!grouped)}
      >
        <Layers aria-hidden />
      </IconButton>
    </div>
  )
}

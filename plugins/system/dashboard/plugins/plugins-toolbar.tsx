import { SearchInput, Segmented, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { type State, states } from './plugin-list.ts'
import type { PluginsSearch } from './plugins-search.ts'

/** Text search and state filter. */
export function PluginsToolbar(props: {
  search: PluginsSearch
  onSearch: (patch: Partial<PluginsSearch>) => void
  counts: ReadonlyMap<State, number>
}): ReactNode {
  const { search, onSearch, counts } = props
  const t = useT()
  const format = useFormat()
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const withCount = (label: string, count: number) => `${label} ${format.number(count)}`
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <SearchInput
        value={search.q ?? ''}
        onChange={(q) => onSearch({ q: q || undefined })}
        placeholder={t('plugins.search')}
        className="md:w-64"
      />
      <div className="figures -mx-1 min-w-0 max-w-full overflow-x-auto px-1">
        <Segmented
          label={t('plugins.byState')}
          className="whitespace-nowrap"
          value={search.state ?? 'all'}
          onChange={(state) => onSearch({ state: state === 'all' ? undefined : state })}
          options={[
            { value: 'all' as const, label: withCount(t('plugins.all'), all) },
            ...states
              .filter((state) => counts.has(state) || search.state === state)
              .map((state) => ({
                value: state,
                label: withCount(t(`plugins.state.${state}`), counts.get(state) ?? 0),
              })),
          ]}
        />
      </div>
    </div>
  )
}

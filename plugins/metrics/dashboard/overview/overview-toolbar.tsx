import { SearchInput, Select, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { OverviewSearch } from './overview-search.ts'

/** Search and filters. A filter from the URL stays visible even if no server matches it. */
export function OverviewToolbar(props: {
  search: OverviewSearch
  onSearch: (patch: Partial<OverviewSearch>) => void
  groups: readonly { readonly id: string; readonly name: string }[]
  tags: readonly string[]
}): ReactNode {
  const { search, onSearch, groups, tags } = props
  const t = useT()
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <SearchInput
        value={search.q ?? ''}
        onChange={(q) => onSearch({ q: q || undefined })}
        placeholder={t('overview.search')}
        className="md:w-64"
      />
      <Filter
        label={t('overview.group')}
        all={t('overview.allGroups')}
        value={search.group}
        onChange={(group) => onSearch({ group })}
        options={groups}
      />
      <Filter
        label={t('overview.tag')}
        all={t('overview.allTags')}
        value={search.tag}
        onChange={(tag) => onSearch({ tag })}
        options={tags.map((tag) => ({ id: tag, name: tag }))}
      />
    </div>
  )
}

function Filter(props: {
  label: string
  all: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  options: readonly { readonly id: string; readonly name: string }[]
}) {
  const { label, all, value, onChange, options } = props
  const isKnown = value === undefined || options.some(({ id }) => id === value)
  if (options.length === 0 && isKnown) return null
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      className="w-auto max-w-52 [&_select]:h-8.5 [&_select]:text-sm"
    >
      <option value="">{all}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

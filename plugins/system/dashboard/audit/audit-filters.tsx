import { Badge, Button, cn, SearchInput, Select, useApi, useT } from '@svc/dashboard-sdk'
import type { AuditLogOptions } from '@svc/plugin-system/contract'
import { ListFilter, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useActorText } from './actor.tsx'
import { type AuditSearch, filterCount, unfiltered } from './audit-search.ts'
import { DayInput } from './day-input.tsx'
import { RangeMenu } from './range-menu.tsx'
import { useActionText } from './use-action-text.ts'

/** Adds the selected value if it is not an option (any more), so that the filter stays visible. */
const withSelected = <T,>(options: readonly T[], selected: T | undefined, isOption: boolean): readonly T[] =>
  selected === undefined || isOption ? options : [selected, ...options]

/** Filters by text, action, user and days. On phones all but the text are collapsed. */
export function AuditFilters(props: {
  search: AuditSearch
  onSearch: (patch: Partial<AuditSearch>) => void
}): ReactNode {
  const { search, onSearch } = props
  const t = useT()
  const actionText = useActionText()
  const whoText = useActorText()
  const { data } = useApi<AuditLogOptions>('/api/audit-logs/options', { staleTime: 5000 })
  const [expanded, setExpanded] = useState(false)
  const count = filterCount(search)
  const collapsedClass = expanded ? '' : 'max-md:hidden'

  const { action, user_id } = search
  const actions = withSelected(data?.actions ?? [], action, data?.actions.includes(action ?? '') ?? false)
    .map((code) => ({ code, text: actionText(code) ?? code }))
    .sort((a, b) => a.text.localeCompare(b.text))
  const selected = user_id === undefined ? undefined : { id: user_id, label: user_id }
  const users = withSelected(data?.users ?? [], selected, data?.users.some(({ id }) => id === user_id) ?? false)

  const select = 'w-full md:w-auto md:max-w-56 [&_select]:h-8.5 [&_select]:text-sm'
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <div className="flex w-full min-w-0 gap-2 md:w-64">
        <SearchInput
          value={search.q ?? ''}
          onChange={(q) => onSearch({ q: q.slice(0, 256) || undefined })}
          placeholder={t('audit.search')}
          className="min-w-0 flex-1 md:w-full"
        />
        <Button className="h-9 md:hidden" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          <ListFilter aria-hidden />
          {t('audit.filters')}
          {count > 0 && <Badge tone="accent">{count}</Badge>}
        </Button>
      </div>
      <Select
        aria-label={t('audit.byAction')}
        value={action ?? ''}
        onChange={({ target }) => onSearch({ action: target.value || undefined })}
        className={cn(select, collapsedClass)}
      >
        <option value="">{t('audit.anyAction')}</option>
        {actions.map(({ code, text }) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('audit.byUser')}
        value={user_id ?? ''}
        onChange={({ target }) => onSearch({ user_id: target.value || undefined })}
        className={cn(select, collapsedClass)}
      >
        <option value="">{t('audit.anyUser')}</option>
        {users.map(({ id, label }) => (
          <option key={id} value={id}>
            {whoText(id, label)}
          </option>
        ))}
      </Select>
      <fieldset className={cn('flex min-w-0 items-center gap-2 max-md:w-full max-md:flex-wrap', collapsedClass)}>
        <legend className="sr-only">{t('audit.range.title')}</legend>
        <DayInput label={t('audit.range.from')} value={search.from} onChange={(from) => onSearch({ from })} />
        <DayInput label={t('audit.range.to')} value={search.to} onChange={(to) => onSearch({ to })} />
        <RangeMenu onSearch={onSearch} />
      </fieldset>
      {count > 0 && (
        <Button variant="ghost" className={collapsedClass} onClick={() => onSearch(unfiltered)}>
          <X aria-hidden />
          {t('audit.unfilter')}
        </Button>
      )}
    </div>
  )
}

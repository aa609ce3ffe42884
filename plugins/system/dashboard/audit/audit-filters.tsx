import {
  Badge,
  Button,
  cn,
  DropdownMenu,
  IconButton,
  Input,
  MenuItem,
  MenuSeparator,
  SearchInput,
  Select,
  useApi,
  useT,
} from '@svc/dashboard-sdk'
import type { AuditLogOptions } from '@svc/plugin-system/contract'
import { CalendarRange, ListFilter, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useActorText } from './actor.tsx'
import { type AuditSearch, filterCount, unfiltered } from './audit-search.ts'
import { type Day, dayOf, isDay } from './day.ts'
import { useActionText } from './use-action-text.ts'

/** Date input. Incomplete dates stay in the field without calling `onChange`. */
function DayInput(props: {
  label: string
  value: Day | undefined
  onChange: (day: Day | undefined) => void
}): ReactNode {
  const { label, value = '', onChange } = props
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // The value changed from outside (a preset, the back button).
  if (value !== lastValue) {
    setLastValue(value)
    setTyped(value)
  }
  return (
    <div className="flex min-w-0 items-center gap-2 text-muted text-sm max-md:flex-1 max-md:first-of-type:basis-full">
      <label htmlFor={id} className="shrink-0 max-md:w-10">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        min="1970-01-01"
        max="9999-12-31"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.value === '' || isDay(target.value)) onChange(target.value || undefined)
        }}
        className="h-8.5 min-w-0 px-2 text-sm md:w-36"
      />
    </div>
  )
}

const ranges = { today: 0, week: 6, month: 29 } as const

/** Menu of common date ranges. */
function RangeMenu({ onSearch }: { onSearch: (patch: Partial<AuditSearch>) => void }): ReactNode {
  const t = useT()
  const pick = (days: number) => onSearch({ from: dayOf(Date.now(), days), to: undefined })
  return (
    <DropdownMenu
      trigger={
        <IconButton label={t('audit.range.title')} variant="secondary">
          <CalendarRange aria-hidden />
        </IconButton>
      }
    >
      {Object.entries(ranges).map(([name, days]) => (
        <MenuItem key={name} onSelect={() => pick(days)}>
          {t(`audit.range.${name}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onSearch({ from: undefined, to: undefined })}>{t('audit.range.all')}</MenuItem>
    </DropdownMenu>
  )
}

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

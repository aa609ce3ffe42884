import { DropdownMenu, IconButton, MenuItem, MenuSeparator, useT } from '@svc/dashboard-sdk'
import { CalendarRange } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuditSearch } from './audit-search.ts'
import { dayOf } from './day.ts'

const ranges = { today: 0, week: 6, month: 29 } as const

/** Menu of common date ranges. */
export function RangeMenu({ onSearch }: { onSearch: (patch: Partial<AuditSearch>) => void }): ReactNode {
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

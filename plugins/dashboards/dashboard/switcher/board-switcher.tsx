import { Button, DropdownMenu, MenuChoice, useT } from '@svc/dashboard-sdk'
import type { Board } from '@svc/plugin-dashboards/contract'
import { ChevronsUpDown, Star } from 'lucide-react'
import type { ReactNode } from 'react'

/** Switches between boards. */
export function BoardSwitcher(props: {
  boards: readonly Board[]
  current: string
  onChoose: (id: string) => void
}): ReactNode {
  const { boards, current, onChoose } = props
  const t = useT('dashboards')
  if (boards.length < 2) return null
  const count = t('boards.count', { count: boards.length })
  return (
    <DropdownMenu
      align="start"
      className="max-h-[70dvh] max-w-80 overflow-y-auto"
      trigger={
        // The visible text must be part of the accessible name, for speech input.
        <Button size="sm" aria-label={`${t('boards.switch')}, ${count}`}>
          {count}
          <ChevronsUpDown aria-hidden />
        </Button>
      }
    >
      <MenuChoice
        value={current}
        onChange={onChoose}
        options={boards.map(({ id, name, is_default }) => ({
          value: id,
          label: (
            <span className="flex min-w-0 items-center gap-2">
              <span className="truncate">{name}</span>
              {is_default && <Star className="size-3.5 shrink-0 text-faint" aria-label={t('boards.default')} />}
            </span>
          ),
        }))}
      />
    </DropdownMenu>
  )
}

import { Checkbox, useT } from '@svc/dashboard-sdk'
import type { MouseEvent, ReactNode } from 'react'
import { useMark, useSelection } from './use-selection.ts'

/** The checkbox of a server, shown while selecting. */
export function SelectBox({ id, name }: { id: string; name: string }): ReactNode {
  const t = useT()
  const selection = useSelection()
  const mark = useMark(id)
  if (mark === 'off') return null
  return (
    <Checkbox
      aria-label={t('select.one', { name })}
      checked={mark === 'yes'}
      onChange={({ nativeEvent }) => selection.toggle(id, (nativeEvent as unknown as MouseEvent).shiftKey)}
      className="relative z-1 -m-2 shrink-0 p-2 [&>span]:mt-0"
    />
  )
}

import { moveFocusInList, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Assessed } from './assess.ts'
import { ServerRow } from './server-row.tsx'

/** The list of servers with arrow key navigation. */
export function ServerList(props: {
  rows: readonly Assessed[]
  groupName: (id: string) => string | undefined
  onTag: (tag: string) => void
}): ReactNode {
  const { rows, groupName, onTag } = props
  const t = useT()
  return (
    <ul aria-label={t('overview.list')} onKeyDown={moveFocusInList}>
      {rows.map(({ id, server, level, reasons }) => (
        <ServerRow
          key={id}
          id={id}
          level={level}
          reasons={reasons}
          group={server.group_id ? groupName(server.group_id) : undefined}
          onTag={onTag}
        />
      ))}
    </ul>
  )
}

import { useFormat, useStoredChoice, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { measures } from './process-rows.ts'
import { ProcessTable } from './process-table.tsx'
import { Unavailable } from './unavailable.tsx'
import { useProcesses } from './use-processes.ts'

/** The live process list of a server; subscribed while mounted. */
export function Processes({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const [by, setBy] = useStoredChoice('processes.by', measures)
  const { rows, isSortPaused, list, reason, pointer, sort } = useProcesses(serverId, by)
  if (reason) return <Unavailable reason={reason} />
  return (
    <div {...pointer}>
      <ProcessTable
        rows={rows}
        by={by}
        onSort={(next) => {
          setBy(next)
          sort(next)
        }}
      />
      <p className="border-t px-5 py-3 text-faint text-xs">
        <span role="status">{list ? '' : t('table.waiting')}</span>
        {list && t('table.count', { count: list.total, number: format.number(list.total), shown: rows?.length ?? 0 })}
        {isSortPaused && ` ${t('table.waits')}`}
        {list?.partial && ` ${t('table.partial')}`}
      </p>
    </div>
  )
}

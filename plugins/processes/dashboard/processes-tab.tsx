import { Card, useT } from '@svc/dashboard-sdk'
import type { ServerTabProps } from '@svc/plugin-enrollment/dashboard/pages'
import type { ReactNode } from 'react'
import { Processes } from './processes.tsx'

/** The process list of a server. The agent collects it only while the tab is open. */
export default function ProcessesTab({ serverId }: ServerTabProps): ReactNode {
  const t = useT()
  return (
    <Card flush title={t('list.title')} description={t('list.hint')}>
      <Processes key={serverId} serverId={serverId} />
    </Card>
  )
}

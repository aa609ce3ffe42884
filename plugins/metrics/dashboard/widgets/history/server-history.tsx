import { OfflineNote, type ShownServer, selectName, useServerValue } from '@svc/dashboard-sdk/widgets'
import type { ReactNode } from 'react'
import { StoredChart, type StoredChartProps } from './history-chart.tsx'
import { Head } from './widget-header.tsx'

interface Props extends Omit<StoredChartProps, 'label'> {
  readonly title: string
  readonly server: ShownServer
  readonly hours: number
  readonly isEditing: boolean
  readonly aside: ReactNode
}

/** The history of one server: what and whose it is, how old it is when the server is offline, and the chart. */
export function ServerHistory({ title, server, hours, isEditing, aside, ...chart }: Props): ReactNode {
  const { id, isOnline } = server
  const name = useServerValue(id, selectName) ?? ''
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <Head title={title} server={{ id, name, range: `${hours}h` }} isEditing={isEditing} aside={aside} />
      {!isOnline && <OfflineNote serverId={id} className="mb-1" />}
      <StoredChart label={`${title}, ${name}`} {...chart} />
    </div>
  )
}

import { OfflineNote, type ShownServer, selectName, useServerValue } from '@svc/dashboard-sdk/widgets'
import type { ReactNode } from 'react'
import { HistoryChart, type HistoryChartProps } from './history-chart.tsx'
import { WidgetHeader } from './widget-header.tsx'

interface Props extends Omit<HistoryChartProps, 'label'> {
  readonly title: string
  readonly server: ShownServer
  readonly hours: number
  readonly isEditing: boolean
  readonly aside: ReactNode
}

/** Chart of one server's history with a header and an offline note. */
export function ServerHistory({ title, server, hours, isEditing, aside, ...chart }: Props): ReactNode {
  const { id, isOnline } = server
  const name = useServerValue(id, selectName) ?? ''
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHeader title={title} server={{ id, name, range: `${hours}h` }} isEditing={isEditing} aside={aside} />
      {!isOnline && <OfflineNote serverId={id} className="mb-1" />}
      <HistoryChart label={`${title}, ${name}`} {...chart} />
    </div>
  )
}

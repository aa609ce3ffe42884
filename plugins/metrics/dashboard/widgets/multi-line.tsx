import { WithServers } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { chartHours, chartMetrics } from './history/metrics.ts'
import { MultiLine } from './multi-line/multi-line-chart.tsx'

/** Maximum number of distinguishable lines. */
const maxServers = 12

/** One metric of several servers over time. */
export default defineWidget({
  configSchema: z.object({
    server_ids: z.array(z.serverId()).max(maxServers).default([]).describe('widget.label.servers'),
    metric: z.enum(chartMetrics).default('cpu').describe('widget.label.metric'),
    hours: z.enum(chartHours).default(24).describe('widget.label.hours'),
  }),
  component: ({ config: { server_ids, metric, hours }, isEditing }) => (
    <WithServers ids={server_ids} isEditing={isEditing}>
      {(servers) => (
        <MultiLine
          key={`${metric} ${hours}`}
          servers={servers}
          missing={server_ids.length - servers.length}
          metric={metric}
          hours={hours}
          isEditing={isEditing}
        />
      )}
    </WithServers>
  ),
})

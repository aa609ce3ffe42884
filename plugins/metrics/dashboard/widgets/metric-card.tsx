import { WithServer } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { Card } from './metric-card/card.tsx'
import { cardMetrics } from './metric-card/card-metrics.ts'

/** One metric of a server with its last 24 hours. */
export default defineWidget({
  configSchema: z.object({
    server_id: z.serverId().optional().describe('widget.label.server'),
    metric: z.enum(cardMetrics).default('cpu').describe('widget.label.metric'),
    label: z.string().max(60).optional().describe('widget.label.text'),
  }),
  component: ({ config: { server_id, metric, label }, instanceId, isEditing }) => (
    <WithServer serverId={server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
      {(server) => (
        // remount so that data of another server or metric is never shown
        <Card key={`${server.id} ${metric}`} metric={metric} label={label} isEditing={isEditing} {...server} />
      )}
    </WithServer>
  ),
})

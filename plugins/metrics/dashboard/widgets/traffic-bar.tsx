import { WithServer } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { TrafficBars } from './traffic-bar/traffic-bars.tsx'

/** Hours that can be shown, in whole days. */
const hours = { h168: 168, h720: 720, h1440: 1440, h2160: 2160 } as const

/** Daily traffic of one server or all servers. */
export default defineWidget({
  configSchema: z.object({
    server_id: z.serverId().optional().describe('widget.traffic-bar.server'),
    hours: z.enum(hours).default(720).describe('widget.traffic-bar.hours'),
  }),
  component: ({ config, instanceId, isEditing }) => {
    const days = config.hours / 24
    if (config.server_id === undefined) return <TrafficBars key={days} days={days} isEditing={isEditing} />
    return (
      <WithServer serverId={config.server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
        {(server) => <TrafficBars key={`${server.id} ${days}`} server={server} days={days} isEditing={isEditing} />}
      </WithServer>
    )
  },
})

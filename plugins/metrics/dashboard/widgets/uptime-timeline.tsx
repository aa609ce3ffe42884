import { MissingServers, WithServers } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { UptimeRow } from './uptime-timeline/uptime-row.tsx'

/** Each server is a separate request. */
const maxServers = 40

const days = { d30: 30, d60: 60, d90: 90 } as const

const configSchema = z.object({
  server_ids: z.array(z.serverId()).max(maxServers).default([]).describe('widget.label.servers'),
  days: z.enum(days).default(90).describe('widget.uptime-timeline.days'),
})

/** The uptime of several servers by day. */
export default defineWidget({
  configSchema,
  component: ({ config: { server_ids, days }, isEditing }) => (
    <WithServers ids={server_ids} isEditing={isEditing}>
      {(servers) => (
        <div className="@container">
          <ul className="flex flex-col gap-3">
            {servers.map((server) => (
              <UptimeRow key={server.id} server={server} days={days} />
            ))}
          </ul>
          <MissingServers count={server_ids.length - servers.length} />
        </div>
      )}
    </WithServers>
  ),
})

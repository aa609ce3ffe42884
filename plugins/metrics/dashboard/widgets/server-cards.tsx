import { Notice, PageLink, Skeleton, useLive, useT } from '@svc/dashboard-sdk'
import { useServerNames, WithServers } from '@svc/dashboard-sdk/widgets'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'
import { defineWidget, z } from '@svc/widget-sdk'
import { ServerOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { FleetCards } from './server-cards/fleet-cards.tsx'

/** More ids would exceed the size limit of a widget configuration. */
const most = 400

const configSchema = z.object({
  layout: z.enum(['grid', 'list']).default('grid').describe('widget.server-cards.layout'),
  server_ids: z.array(z.serverId()).max(most).default([]).describe('widget.server-cards.servers'),
})

type Config = z.output<typeof configSchema>

/** All servers, including ones added later. */
function AllServers({ layout }: { layout: Config['layout'] }): ReactNode {
  const t = useT()
  const { loaded } = useLive()
  const servers = useServerNames()
  if (servers.length > 0) return <FleetCards servers={servers} missing={0} layout={layout} />
  if (!loaded) return <Skeleton className="h-full min-h-40 w-full" />
  return (
    <Notice
      icon={ServerOff}
      title={t('sdk:server.noServers')}
      actions={
        <PageLink page={serversPage} className="text-accent text-sm underline-offset-2 hover:underline">
          {t('widget.server-cards.toServers')}
        </PageLink>
      }
    />
  )
}

/** Servers with live metrics. */
export default defineWidget({
  configSchema,
  component: ({ config: { layout, server_ids }, isEditing }) =>
    server_ids.length === 0 ? (
      <AllServers layout={layout} />
    ) : (
      <WithServers ids={server_ids} isEditing={isEditing}>
        {(servers) => <FleetCards servers={servers} missing={server_ids.length - servers.length} layout={layout} />}
      </WithServers>
    ),
})

import { Button, errorText, Notice, Skeleton, useLive, useT } from '@svc/dashboard-sdk'
import { defineWidget, z } from '@svc/widget-sdk'
import { MapPinOff, ServerOff } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Attribution } from '../attribution.tsx'
import { DatabaseNote } from '../map/database-note.tsx'
import { useMapServers } from '../map/map-server.ts'
import { MapView } from '../map/map-view.tsx'
import { placesOf } from '../map/places.ts'
import { isByDbIp } from '../status/edition.ts'
import { useGeoip } from '../status/use-geoip.ts'

/** More ids would exceed the size limit of a widget configuration. */
const most = 400

function ServerMap({ chosen }: { chosen: readonly string[] }): ReactNode {
  const t = useT()
  const { loaded } = useLive()
  const servers = useMapServers(chosen)
  const geoip = useGeoip('geoip')
  const { places, unlocated } = useMemo(() => placesOf(servers), [servers])
  const { data: status, error } = geoip.status
  if (servers.length === 0) {
    if (!loaded) return <Skeleton className="h-full min-h-40 w-full" />
    return chosen.length > 0 ? (
      <Notice icon={ServerOff} title={t('map.allGone')} detail={t('map.allGoneHint')} />
    ) : (
      <Notice icon={ServerOff} title={t('map.noServers')} detail={t('map.noServersHint')} />
    )
  }
  const isMissing = status !== undefined && !status.installed
  const note = isMissing && <DatabaseNote geoip={geoip} status={status} />
  if (places.length === 0) {
    const isUnknown = error !== null && !status
    return (
      <Notice
        icon={MapPinOff}
        tone={isUnknown ? 'danger' : 'quiet'}
        title={t('map.nobody')}
        detail={isUnknown ? errorText(error, t) : status?.installed ? t('map.nobodyHint') : note}
        actions={
          isUnknown && (
            <Button size="sm" onClick={geoip.refetch}>
              {t('sdk:action.retry')}
            </Button>
          )
        }
      />
    )
  }
  const deleted = chosen.length - servers.length
  const parts = [
    t('map.summary', { servers: t('map.servers', { count: servers.length - unlocated.length }), count: places.length }),
    unlocated.length > 0 && t('map.without', { count: unlocated.length }),
    deleted > 0 && t('map.gone', { count: deleted }),
  ]
  const summary = (
    <>
      {parts.filter(Boolean).join(' · ')}
      {status && isByDbIp(status) && (
        <>
          {' · '}
          <Attribution />
        </>
      )}
    </>
  )
  return <MapView places={places} unlocated={unlocated} note={unlocated.length > 0 && note} summary={summary} />
}

/** Location and status of servers by country. */
export default defineWidget({
  configSchema: z.object({ server_ids: z.array(z.serverId()).max(most).default([]).describe('map.config.servers') }),
  component: ({ config }) => <ServerMap chosen={config.server_ids} />,
})

import { useApi, useMutate } from '@svc/dashboard-sdk'
import type { DownloadAnswer, GeoipStatus } from '@svc/plugin-geoip/contract'
import { useState } from 'react'
import { statusPath } from './status-path.ts'

/** The databases: of places, and of networks. */
export type DatabaseId = 'geoip' | 'asn'

/** The state of a database, polled during a download, and the download mutation. */
export function useGeoip(id: DatabaseId) {
  const [watching, setWatching] = useState(false)
  const status = useApi<GeoipStatus>(`/api/${id}/status`, { staleTime: 0, refetchInterval: watching ? 700 : 30_000 })
  const refetch = () => void status.refetch()
  const download = useMutate<void, DownloadAnswer>('POST', `/api/${id}/download`, {
    invalidates: id === 'geoip' ? [statusPath, '/api/servers'] : [`/api/${id}/status`],
    // The status has the error in more detail.
    onFailed: refetch,
  })
  const running = download.isPending || status.data?.download?.state === 'running'
  if (running !== watching) setWatching(running)
  return { status, download, running, refetch }
}
export type Geoip = ReturnType<typeof useGeoip>

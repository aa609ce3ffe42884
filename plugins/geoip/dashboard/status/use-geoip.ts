import { useApi, useMutate } from '@svc/dashboard-sdk'
import type { DownloadAnswer, GeoipStatus } from '@svc/plugin-geoip/contract'
import { useState } from 'react'

export const statusPath = '/api/geoip/status'

/** The state of the database, polled during a download, and the download mutation. */
export function useGeoip() {
  const [watching, setWatching] = useState(false)
  const status = useApi<GeoipStatus>(statusPath, { staleTime: 0, refetchInterval: watching ? 700 : 30_000 })
  const refetch = () => void status.refetch()
  const download = useMutate<void, DownloadAnswer>('POST', '/api/geoip/download', {
    invalidates: [statusPath, '/api/servers'],
    // The status has the error in more detail.
    onFailed: refetch,
  })
  const running = download.isPending || status.data?.download?.state === 'running'
  if (running !== watching) setWatching(running)
  return { status, download, running, refetch }
}
export type Geoip = ReturnType<typeof useGeoip>

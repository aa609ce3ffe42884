import { useApi } from '@svc/dashboard-sdk'
import type { GeoipStatus } from '@svc/plugin-geoip/contract'
import type { ReactNode } from 'react'
import { Attribution } from './attribution.tsx'
import { isByDbIp } from './status/edition.ts'
import { statusPath } from './status/status-path.ts'

/** Attribution below servers with flags. */
export default function PlaceNote(): ReactNode {
  const { data } = useApi<GeoipStatus>(statusPath, { staleTime: 10 * 60_000 })
  if (!data || !isByDbIp(data)) return null
  return (
    <p className="mt-4 px-1 text-faint text-xs">
      <Attribution />
    </p>
  )
}

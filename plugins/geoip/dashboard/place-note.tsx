import { useApi } from '@svc/dashboard-sdk'
import type { GeoipStatus } from '@svc/plugin-geoip/contract'
import type { ReactNode } from 'react'
import { Attribution } from './attribution.tsx'
import { isByDbIp } from './status/is-by-db-ip.ts'
import { statusPath } from './status/use-geoip.ts'

/** Below servers that are shown with their country. */
export default function PlaceNote(): ReactNode {
  const { data } = useApi<GeoipStatus>(statusPath, { staleTime: 10 * 60_000 })
  if (!data || !isByDbIp(data)) return null
  return (
    <p className="mt-4 px-1 text-faint text-xs">
      <Attribution />
    </p>
  )
}

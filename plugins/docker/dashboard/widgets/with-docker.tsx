import { Notice, Skeleton, useT } from '@svc/dashboard-sdk'
import { QueryError } from '@svc/dashboard-sdk/widgets'
import { CircleSlash, ShieldOff, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Row } from '../live/container-row.ts'
import { useDocker } from '../live/use-docker.ts'

const icons = { offline: Unplug, denied: ShieldOff, unsupported: CircleSlash } as const

/** Renders `children` with the containers of a server, or why there are none. */
export function WithDocker(props: { serverId: string; children: (rows: readonly Row[]) => ReactNode }): ReactNode {
  const { serverId, children } = props
  const t = useT()
  const { rows, reason, error, retry } = useDocker(serverId)
  if (reason) {
    return <Notice icon={icons[reason]} title={t(`unavailable.${reason}`)} detail={t(`widget.docker.${reason}`)} />
  }
  if (rows) return children(rows)
  return error ? <QueryError error={error} onRetry={retry} /> : <Skeleton className="h-full min-h-10 w-full" />
}

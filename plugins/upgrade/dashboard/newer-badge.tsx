import { Badge, useApi, useMe, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { CircleArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LatestVersion, UpgradeSettings } from '../src/upgrade-schema.ts'
import { compareVersions, parseVersion } from '../src/version-schema.ts'
import { latestPath, settingsPath } from './paths.ts'

const dayMs = 24 * 3_600_000

/** Says that a newer agent exists, if an admin wants that. */
export default function NewerBadge({ server }: { server: ServerStatus }): ReactNode {
  const { isAdmin } = useMe()
  return isAdmin ? <Newer id={server.id} /> : null
}

function Newer({ id }: { id: string }) {
  const t = useT()
  const settings = useApi<UpgradeSettings>(settingsPath, { staleTime: dayMs })
  const enabled = settings.data?.notify ?? false
  const latest = useApi<LatestVersion>(latestPath, { staleTime: dayMs, enabled })
  const record = useApi<{ readonly agent_version: string | null }>(`/api/servers/${id}`, { enabled })
  const version = latest.data?.version
  const current = parseVersion(record.data?.agent_version ?? '')
  if (!enabled || !version || !current || compareVersions(current, version) >= 0) return null
  return (
    <Badge tone="neutral">
      <CircleArrowUp aria-hidden className="size-3.5" />
      {t('form.newer', { version })}
    </Badge>
  )
}

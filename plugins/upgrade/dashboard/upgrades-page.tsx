import { Card, EmptyState, ErrorState, PageHeader, Skeleton, Switch, useApi, useMutate, useT } from '@svc/dashboard-sdk'
import { CircleArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FleetAgent, Rollout, UpgradeSettings } from '../src/upgrade-schema.ts'
import { rolloutsPath, settingsPath, versionsPath } from './paths.ts'
import { RolloutCard } from './rollout-card.tsx'
import { useUpgradeChanges } from './use-upgrade-changes.ts'
import { VersionForm } from './version-form.tsx'

/** Upgrades of the fleet. */
export default function UpgradesPage(): ReactNode {
  const t = useT()
  const rollouts = useApi<readonly Rollout[]>(rolloutsPath)
  const agents = useApi<readonly FleetAgent[]>(versionsPath)
  useUpgradeChanges(rolloutsPath, versionsPath)
  const isRunning = rollouts.data?.[0]?.state === 'running'
  return (
    <>
      <PageHeader title={t('fleet.title')} description={t('fleet.hint')} />
      <div className="grid gap-4">
        <Card title={t('fleet.start')} description={<Versions agents={agents.data ?? []} />}>
          <VersionForm
            path={rolloutsPath}
            invalidates={[rolloutsPath]}
            disabled={isRunning}
            action={t('fleet.action')}
            question={(version) => t('fleet.question', { version })}
            consequences={t('fleet.consequences')}
          />
          <NotifySwitch />
        </Card>
        {rollouts.data?.map((rollout) => (
          <RolloutCard key={rollout.id} rollout={rollout} />
        ))}
        {rollouts.data?.length === 0 && (
          <Card>
            <EmptyState icon={CircleArrowUp} title={t('fleet.empty')} description={t('fleet.emptyHint')} />
          </Card>
        )}
        {!rollouts.data && rollouts.error && (
          <ErrorState error={rollouts.error} onRetry={() => void rollouts.refetch()} />
        )}
        {!rollouts.data && !rollouts.error && <Skeleton className="h-32 w-full" />}
      </div>
    </>
  )
}

/** How many connected agents have which version. */
function Versions({ agents }: { agents: readonly FleetAgent[] }) {
  const t = useT()
  const online = agents.filter((agent) => agent.online)
  const counts = new Map<string, number>()
  for (const { version } of online) counts.set(version ?? '?', (counts.get(version ?? '?') ?? 0) + 1)
  const denied = online.filter(({ permitted }) => !permitted).length
  const parts = [...counts].map(([version, count]) => t('fleet.version', { version, count }))
  if (denied > 0) parts.push(t('fleet.denied', { count: denied }))
  return parts.length > 0 ? parts.join(' · ') : t('fleet.noAgents')
}

function NotifySwitch() {
  const t = useT()
  const settings = useApi<UpgradeSettings>(settingsPath)
  const save = useMutate<boolean>('PUT', settingsPath, {
    body: (notify) => ({ notify }),
    invalidates: [settingsPath],
  })
  if (!settings.data) return null
  return (
    <div className="mt-4 flex items-center gap-3 text-sm">
      <Switch
        label={t('fleet.notify')}
        checked={save.isPending ? save.variables : settings.data.notify}
        disabled={save.isPending}
        onChange={(notify) => save.mutate(notify)}
      />
      <span aria-hidden>{t('fleet.notify')}</span>
    </div>
  )
}

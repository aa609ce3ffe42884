import { Card, ErrorState, PageHeader, Skeleton, StaleNote, useApi, useT } from '@svc/dashboard-sdk'
import type { IpQualitySettings, UnlockService } from '@svc/plugin-ip-quality/contract'
import type { ReactNode } from 'react'
import { servicesPath, settingsPath } from '../paths.ts'
import { ServicesCard } from './services-card.tsx'
import { SettingsForm } from './settings-form.tsx'

/** What is checked, how often, and who is asked about addresses. */
export default function SettingsPage(): ReactNode {
  const t = useT()
  const services = useApi<readonly UnlockService[]>(servicesPath)
  const settings = useApi<IpQualitySettings>(settingsPath)
  return (
    <>
      <PageHeader title={t('settings.title')} description={t('settings.lead')} />
      <div className="flex flex-col gap-4">
        {settings.data && settings.data.problems.length > 0 && <FileProblems problems={settings.data.problems} />}
        {services.data && <StaleNote error={services.error} onRetry={() => void services.refetch()} />}
        <ServicesCard services={services.data} error={services.error} onRetry={() => void services.refetch()} />
        {settings.data ? (
          <SettingsForm settings={settings.data} />
        ) : settings.error ? (
          <div className="panel">
            <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
          </div>
        ) : (
          <Skeleton className="h-56 rounded-lg" />
        )}
      </div>
    </>
  )
}

/** Files of the data directory that are not used. */
function FileProblems({ problems }: { problems: IpQualitySettings['problems'] }) {
  const t = useT()
  return (
    <Card title={t('files.title')} description={t('files.lead')}>
      <ul className="flex flex-col gap-1 text-sm">
        {problems.map(({ file, reason }) => (
          <li key={`${file} ${reason}`} className="wrap-anywhere">
            <code className="font-medium">ip-quality/{file}</code>
            <span className="text-warn"> {reason}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

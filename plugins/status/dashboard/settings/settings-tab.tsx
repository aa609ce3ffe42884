import { ErrorState, onDemand, Skeleton, useApi } from '@svc/dashboard-sdk'
import type { StatusPage } from '@svc/plugin-status/contract'
import type { ReactNode } from 'react'
import { settingsPath } from '../paths.ts'

const SettingsForm = onDemand(() => import('./settings-form.tsx'))

/** The configuration of the page, beside a preview. */
export function SettingsTab({ onDirty }: { onDirty: (isDirty: boolean) => void }): ReactNode {
  const { data, error, refetch } = useApi<StatusPage>(settingsPath)
  if (data) return <SettingsForm page={data} onDirty={onDirty} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-96" />
}

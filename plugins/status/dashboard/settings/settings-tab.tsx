import { ErrorState, onDemand, Skeleton, useApi } from '@svc/dashboard-sdk'
import type { StatusPage } from '@svc/plugin-status/contract'
import type { ReactNode } from 'react'
import { settingsPath } from '../paths.ts'
import type { SettingsDraft } from './settings-draft.ts'

const SettingsForm = onDemand(() => import('./settings-form.tsx'))

/** Changes that are not saved yet. */
export interface Unsaved {
  readonly unsaved: SettingsDraft | undefined
  readonly onUnsaved: (draft: SettingsDraft | undefined) => void
}

/** The configuration of the page, beside a preview. */
export function SettingsTab(props: Unsaved): ReactNode {
  const { data, error, refetch } = useApi<StatusPage>(settingsPath)
  if (data) return <SettingsForm page={data} {...props} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-96" />
}

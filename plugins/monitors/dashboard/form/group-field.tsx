import { errorText, Field, Select, useApi, usePluginRunning, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { allChannels } from './monitor-draft.ts'

interface Group {
  readonly id: string
  readonly name: string
}

/** Loads the notification groups if the alerts plugin is enabled. */
export function useGroups() {
  const isAvailable = usePluginRunning('alerts')
  const { data, error } = useApi<readonly Group[]>('/api/notification-groups', { enabled: isAvailable })
  return { isAvailable, data, error }
}

/** Selects the group to notify. */
export function GroupField(props: {
  value: string | null
  onChange: (id: string | null) => void
  groups: ReturnType<typeof useGroups>
  error: string | undefined
}): ReactNode {
  const { value, onChange, groups, error } = props
  const t = useT()
  if (!groups.isAvailable) return <p className="text-muted text-sm">{t('group.notOffered')}</p>
  const isDeleted = value !== null && groups.data !== undefined && !groups.data.some(({ id }) => id === value)
  const hint = groups.error
    ? t('group.unread', { reason: errorText(groups.error, t) })
    : value === null
      ? t(groups.data?.length === 0 ? 'group.none' : 'group.nobodyHint')
      : t('group.hint')
  return (
    <Field label={t('group.label')} hint={hint} error={error}>
      <Select value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">{t('group.nobody')}</option>
        {isDeleted && <option value={value}>{t('group.gone')}</option>}
        {groups.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === allChannels ? t('group.all') : name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

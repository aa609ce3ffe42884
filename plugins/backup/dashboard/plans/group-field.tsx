import { errorText, Field, Select, useApi, usePluginRunning, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

interface Group {
  readonly id: string
  readonly name: string
}

/** Selects the notification group; nothing while the alerts plugin is disabled. */
export function GroupField(props: {
  value: string | null
  onChange: (id: string | null) => void
  error: string | undefined
}): ReactNode {
  const { value, onChange, error } = props
  const t = useT()
  const isAvailable = usePluginRunning('alerts')
  const groups = useApi<readonly Group[]>('/api/notification-groups', { enabled: isAvailable })
  if (!isAvailable) return null
  const isUnknown = value !== null && !groups.data?.some(({ id }) => id === value)
  return (
    <Field
      label={t('group.label')}
      hint={groups.error ? errorText(groups.error, t) : t(groups.data?.length === 0 ? 'group.none' : 'group.hint')}
      error={error}
    >
      <Select value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">{t('group.nobody')}</option>
        {isUnknown && <option value={value}>{value}</option>}
        {groups.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

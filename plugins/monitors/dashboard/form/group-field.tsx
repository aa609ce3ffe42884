import { errorText, Field, Select, useApi, usePluginRunning, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** What the form needs of a notification group. */
interface Group {
  readonly id: string
  readonly name: string
}

/** The groups that can be told; asked for only where there is somebody who tells them. */
export function useGroups() {
  const isOffered = usePluginRunning('alerts')
  const { data, error } = useApi<readonly Group[]>('/api/notification-groups', { enabled: isOffered })
  return { isOffered, data, error }
}

/** Who hears of an outage. */
export function GroupField(props: {
  value: string | null
  onChange: (id: string | null) => void
  groups: ReturnType<typeof useGroups>
  error: string | undefined
}): ReactNode {
  const { value, onChange, groups, error } = props
  const t = useT()
  if (!groups.isOffered) return <p className="text-muted text-sm">{t('group.notOffered')}</p>
  const isGone = value !== null && groups.data !== undefined && !groups.data.some(({ id }) => id === value)
  const hint = groups.error
    ? t('group.unread', { reason: errorText(groups.error, t) })
    : value === null
      ? t(groups.data?.length === 0 ? 'group.none' : 'group.nobodyHint')
      : t('group.hint')
  return (
    <Field label={t('group.label')} hint={hint} error={error}>
      <Select value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">{t('group.nobody')}</option>
        {isGone && <option value={value}>{t('group.gone')}</option>}
        {groups.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

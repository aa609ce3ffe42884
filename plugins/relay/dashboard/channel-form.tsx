import { Checkbox, ErrorState, Field, InlineError, Select, Skeleton, useApi, useT } from '@svc/dashboard-sdk'
import type { ChannelFormProps } from '@svc/plugin-alerts/dashboard/pages'
import { type ReactNode, useState } from 'react'

interface User {
  readonly id: string
  readonly username: string
}

/** Recipients of a push channel: everyone who turned notifications on, or chosen users. */
export default function ChannelForm({ config, onConfig, errorOf }: ChannelFormProps): ReactNode {
  const t = useT()
  const chosen = Array.isArray(config.user_ids) ? (config.user_ids as string[]) : []
  const [isSome, setSome] = useState(chosen.length > 0)
  const { data: users, error, refetch } = useApi<User[]>('/api/users', { enabled: isSome })
  const choose = (user_ids: readonly string[]) => onConfig({ ...config, user_ids })
  const deleted = users ? chosen.filter((id) => !users.some((user) => user.id === id)) : []
  const toggle = (id: string) => choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const failed = errorOf('user_ids')
  return (
    <>
      <Field label={t('channel.recipients')} hint={t('channel.hint')}>
        <Select
          value={isSome ? 'some' : 'everyone'}
          onChange={({ target }) => {
            setSome(target.value === 'some')
            if (target.value !== 'some') choose([])
          }}
        >
          <option value="everyone">{t('channel.everyone')}</option>
          <option value="some">{t('channel.some')}</option>
        </Select>
      </Field>
      {isSome && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 font-medium text-sm">{t('channel.users')}</legend>
          {error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!users && !error && <Skeleton className="h-16" />}
          {users?.map(({ id, username }) => (
            <Checkbox key={id} label={username} checked={chosen.includes(id)} onChange={() => toggle(id)} />
          ))}
          {deleted.map((id) => (
            <Checkbox key={id} label={t('channel.deleted')} checked onChange={() => toggle(id)} />
          ))}
          {failed !== undefined && <InlineError error={new Error(failed)} />}
        </fieldset>
      )}
    </>
  )
}

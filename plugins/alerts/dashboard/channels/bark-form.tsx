import { SecretField, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { ChannelFormProps } from '../pages.ts'
import { TextField } from './text-field.tsx'

/** Server URL and device key. */
export function BarkForm({ config, stored, onConfig, errorOf }: ChannelFormProps): ReactNode {
  const t = useT()
  return (
    <>
      <TextField
        label={t('bark.server')}
        hint={t('bark.serverHint')}
        value={config.server_url}
        onValue={(server_url) => onConfig({ ...config, server_url })}
        placeholder="https://api.day.app"
        error={errorOf('server_url')}
      />
      <SecretField
        label={t('bark.key')}
        hint={t('bark.keyHint')}
        value={config.device_key}
        stored={stored?.device_key}
        onValue={(device_key) => onConfig({ ...config, device_key })}
        error={errorOf('device_key')}
      />
    </>
  )
}

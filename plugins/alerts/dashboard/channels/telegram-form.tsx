import { SecretField, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { ChannelFormProps } from '../pages.ts'
import { TextField } from './text-field.tsx'

/** Bot token and chat. */
export function TelegramForm({ config, stored, onConfig, errorOf }: ChannelFormProps): ReactNode {
  const t = useT()
  return (
    <>
      <SecretField
        label={t('telegram.token')}
        hint={t('telegram.tokenHint')}
        value={config.bot_token}
        stored={stored?.bot_token}
        onValue={(bot_token) => onConfig({ ...config, bot_token })}
        placeholder="123456789:AAbbCC…"
        error={errorOf('bot_token')}
      />
      <TextField
        label={t('telegram.chat')}
        hint={t('telegram.chatHint')}
        value={config.chat_id}
        onValue={(chat_id) => onConfig({ ...config, chat_id })}
        placeholder="-1001234567890"
        error={errorOf('chat_id')}
      />
    </>
  )
}

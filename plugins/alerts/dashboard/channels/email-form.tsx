import { Field, Textarea, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import type { ChannelFormProps } from '../pages.ts'
import { TextField } from './text-field.tsx'

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** Splits at whitespace, commas and semicolons. */
export const addressesOf = (text: string): string[] => text.split(/[\s,;，；]+/).filter((address) => address !== '')

/** Sender and recipients. */
export function EmailForm({ config, onConfig, errorOf }: ChannelFormProps): ReactNode {
  const t = useT()
  const [typed, setTyped] = useState(listOf(config.to).join('\n'))
  const addresses = addressesOf(typed)
  const error = errorOf('to') ?? addresses.map((_, index) => errorOf(`to.${index}`)).find((problem) => problem)
  return (
    <>
      <TextField
        label={t('email.from')}
        hint={t('email.fromHint')}
        value={config.from}
        onValue={(from) => onConfig({ ...config, from })}
        placeholder="alerts@example.com"
        error={errorOf('from')}
      />
      <Field label={t('email.to')} hint={t('email.toHint')} error={error}>
        <Textarea
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            onConfig({ ...config, to: addressesOf(target.value) })
          }}
          rows={3}
          autoCapitalize="none"
          spellCheck={false}
          placeholder="ops@example.com"
        />
      </Field>
    </>
  )
}

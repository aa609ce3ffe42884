import { Field, SecretField, Select, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { ChannelFormProps } from '../pages.ts'
import { HeaderFields } from './header-fields.tsx'
import { TemplateField } from './template-field.tsx'
import { textOf } from './text-field.tsx'

const methods = ['POST', 'PUT', 'GET'] as const

/** URL, method, headers and body of a webhook. */
export function WebhookForm({ config, stored, onConfig, errorOf }: ChannelFormProps): ReactNode {
  const t = useT()
  const { body_template, ...withoutBody } = config
  const method = methods.find((one) => one === config.method) ?? 'POST'
  return (
    <>
      <div className="grid items-start gap-5 md:grid-cols-[1fr_8rem] md:gap-3">
        <SecretField
          label={t('webhook.url')}
          hint={t('webhook.urlHint')}
          value={config.url}
          stored={stored?.url}
          onValue={(url) => onConfig({ ...config, url })}
          placeholder="https://example.com/hook"
          error={errorOf('url')}
        />
        <Field label={t('webhook.method')} error={errorOf('method')}>
          <Select
            value={method}
            onChange={({ target }) =>
              // GET has no body
              onConfig(target.value === 'GET' ? { ...withoutBody, method: 'GET' } : { ...config, method: target.value })
            }
          >
            {methods.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
      </div>
      <HeaderFields
        headers={config.headers}
        stored={stored?.headers}
        onHeaders={(headers) => onConfig({ ...config, headers })}
        errorOf={errorOf}
      />
      {method !== 'GET' && (
        <TemplateField
          value={textOf(body_template)}
          onValue={(text) => onConfig(text === '' ? withoutBody : { ...config, body_template: text })}
          error={errorOf('body_template')}
        />
      )}
    </>
  )
}

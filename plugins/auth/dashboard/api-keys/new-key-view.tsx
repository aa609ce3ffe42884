import { CodeBlock, CopyButton, useFormat, useT } from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { curlExample, type NewApiKey } from './api-key.ts'

/** Shows a new key for the only time. */
export function NewKeyView({ created }: { created: NewApiKey }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { key, expires_at } = created
  return (
    <div className="flex flex-col gap-5">
      <p className="flex items-start gap-2.5 rounded-md bg-warn/10 px-3 py-2.5 text-sm" role="status">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        {t('apiKeys.once')}
      </p>
      <div>
        <h3 className="mb-1.5 font-medium text-sm">{t('apiKeys.key')}</h3>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3 ring-1 ring-line ring-inset">
          <code className="min-w-0 flex-1 basis-60 select-all break-all font-mono text-sm leading-6">{key}</code>
          <CopyButton text={key} label={t('apiKeys.copy')} />
        </div>
        <p className="mt-1.5 text-faint text-xs">
          {expires_at ? t('apiKeys.until', { date: format.dateTime(expires_at) }) : t('apiKeys.neverHint')}
        </p>
      </div>
      <div>
        <h3 className="mb-1.5 font-medium text-sm">{t('apiKeys.try')}</h3>
        <CodeBlock text={curlExample(window.location.origin, key)} label={t('apiKeys.try')} />
        <p className="mt-1.5 text-faint text-xs">{t('apiKeys.tryHint')}</p>
      </div>
    </div>
  )
}

import { CodeBlock, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

const command = 'svc-server plugin add svc-plugin-<id>'

/** How to install a third-party plugin. */
export function InstallHint(): ReactNode {
  const t = useT()
  return (
    <div className="flex flex-col gap-2.5 px-5 py-4">
      <p className="max-w-3xl text-muted text-sm">{t('plugins.install.text')}</p>
      <div className="max-w-xl">
        <CodeBlock text={command} label={t('plugins.install.label')} />
      </div>
    </div>
  )
}

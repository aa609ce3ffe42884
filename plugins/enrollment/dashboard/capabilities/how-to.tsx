import { CodeBlock, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

const commands = {
  grant: 'sudo svc-agent grant terminal --for 30m',
  list: 'sudo svc-agent grants',
  revoke: 'sudo svc-agent revoke terminal',
  allow: '[capabilities]\nallow = ["terminal"]\ndeny = ["exec"]',
} as const

/** Explains how to change capabilities on a host. */
export function HowTo(): ReactNode {
  const t = useT()
  return (
    <details className="panel mb-4 px-5 py-3">
      <summary className="w-fit cursor-pointer rounded-xs font-medium text-accent text-sm">{t('matrix.how')}</summary>
      <p className="mt-2 max-w-2xl text-muted text-sm">{t('matrix.howHint')}</p>
      <ul className="mt-3 grid gap-4 pb-2 lg:grid-cols-2">
        {(Object.keys(commands) as (keyof typeof commands)[]).map((key) => (
          <li key={key} className="min-w-0">
            <p className="mb-1.5 text-muted text-sm">{t(`matrix.command.${key}`)}</p>
            <CodeBlock text={commands[key]} label={t(`matrix.command.${key}`)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

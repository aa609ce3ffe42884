import { CodeBlock, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

const steps = [
  { text: 'grant', command: 'sudo svc-agent grant exec --for 30m' },
  { text: 'allow', command: '[capabilities]\nallow = ["exec"]' },
] as const

/** What to type on a host that does not permit commands. */
export function Denied(): ReactNode {
  const t = useT()
  return (
    <>
      <p className="text-sm">{t('denied.hint')}</p>
      <ol className="flex flex-col gap-4">
        {steps.map(({ text, command }) => (
          <li key={text} className="min-w-0">
            <p className="mb-1.5 text-muted text-sm">{t(`denied.${text}`)}</p>
            <CodeBlock text={command} label={t(`denied.${text}`)} />
          </li>
        ))}
      </ol>
    </>
  )
}

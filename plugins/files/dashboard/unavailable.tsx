import { CodeBlock, EmptyState, useT } from '@svc/dashboard-sdk'
import { ShieldOff, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'

const steps = [
  { text: 'roots', command: '[file]\nenabled = true\nroot_paths = ["/srv"]' },
  { text: 'allow', command: '[capabilities]\nallow = ["file"]' },
  { text: 'restart', command: 'sudo systemctl restart svc-agent' },
  { text: 'grant', command: 'sudo svc-agent grant file --for 30m' },
] as const

/** Why there are no files, and what to do on the host. */
export function Unavailable({ reason }: { reason: 'offline' | 'denied' }): ReactNode {
  const t = useT()
  return (
    <div role="status" className="panel">
      <EmptyState
        icon={reason === 'offline' ? Unplug : ShieldOff}
        title={t(`unavailable.${reason}`)}
        description={t(`unavailable.${reason}Hint`)}
      />
      {reason === 'denied' && (
        <ol className="mx-auto -mt-6 flex max-w-xl flex-col gap-4 px-5 pb-10">
          {steps.map(({ text, command }) => (
            <li key={text} className="min-w-0">
              <p className="mb-1.5 text-muted text-sm">{t(`steps.${text}`)}</p>
              <CodeBlock text={command} label={t(`steps.${text}`)} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

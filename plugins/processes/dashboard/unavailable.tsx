import { CodeBlock, EmptyState, useT } from '@svc/dashboard-sdk'
import { CircleSlash, ShieldOff, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reason } from './use-processes.ts'

const icons = { offline: Unplug, denied: ShieldOff, unsupported: CircleSlash } as const

/** How to allow the capability on the host. */
const steps = [
  { text: 'find', command: 'grep -n -A 3 capabilities /etc/svc/agent.toml' },
  { text: 'restart', command: 'sudo systemctl restart svc-agent' },
] as const

/** Why there is no list, and how to fix it. */
export function Unavailable({ reason }: { reason: Reason }): ReactNode {
  const t = useT()
  return (
    <div role="status">
      <EmptyState
        icon={icons[reason]}
        title={t(`unavailable.${reason}`)}
        description={t(`unavailable.${reason}Hint`)}
      />
      {reason === 'denied' && (
        <ol className="mx-auto -mt-6 flex max-w-xl flex-col gap-4 px-5 pb-10">
          {steps.map(({ text, command }) => (
            <li key={text} className="min-w-0">
              <p className="mb-1.5 text-muted text-sm">{t(`allow.${text}`)}</p>
              <CodeBlock text={command} label={t(`allow.${text}`)} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

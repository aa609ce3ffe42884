import { CodeBlock, EmptyState, useT } from '@svc/dashboard-sdk'
import { CircleSlash, ShieldOff, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reason } from './live/use-docker.ts'

const icons = { offline: Unplug, denied: ShieldOff, unsupported: CircleSlash } as const

/** What helps, as commands for the host. */
const steps: Readonly<Record<Reason, readonly { readonly text: string; readonly command: string }[]>> = {
  offline: [],
  denied: [
    { text: 'grant', command: 'sudo svc-agent grant docker --for 30m' },
    { text: 'allow', command: '[capabilities]\nallow = ["docker"]' },
  ],
  unsupported: [
    { text: 'daemon', command: 'systemctl status docker' },
    { text: 'group', command: 'sudo usermod -aG docker svc-agent && sudo systemctl restart svc-agent' },
    { text: 'socket', command: '[docker]\nsocket = "/run/podman/podman.sock"' },
  ],
}

/** Why there are no containers, and what to do. */
export function Unavailable({ reason }: { reason: Reason }): ReactNode {
  const t = useT()
  return (
    <div role="status" className="panel">
      <EmptyState
        icon={icons[reason]}
        title={t(`unavailable.${reason}`)}
        description={t(`unavailable.${reason}Hint`)}
      />
      {steps[reason].length > 0 && (
        <ol className="mx-auto -mt-6 flex max-w-xl flex-col gap-4 px-5 pb-10">
          {steps[reason].map(({ text, command }) => (
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

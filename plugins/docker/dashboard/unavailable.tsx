import { EmptyState, useApi, useT } from '@svc/dashboard-sdk'
import { isCodedText } from '@svc/protocol/text'
import { CircleSlash, ShieldOff, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reason } from './live/use-docker.ts'
import { dockerPath } from './paths.ts'

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

/** milliseconds; as often as the agent looks for the daemon */
const retryInterval = 30_000

/** What the agent says about the daemon that it does not reach. */
function AgentReport({ serverId }: { serverId: string }) {
  const t = useT()
  const { error } = useApi(`${dockerPath(serverId)}/info`, { refetchInterval: retryInterval, staleTime: 0 })
  const reason = reasonOf(error?.details)
  return reason && <p className="mt-2 break-words text-ink">{t('unavailable.reported', { reason })}</p>
}

/** The host's own words, without the sentence around them. */
function reasonOf(details: unknown): string | undefined {
  if (!isCodedText(details) || details.code !== 'docker.DAEMON_UNAVAILABLE') return undefined
  const { reason } = details.params ?? {}
  return typeof reason === 'string' ? reason : undefined
}

/** Why there are no containers, and what to do. */
export function Unavailable({ serverId, reason }: { serverId: string; reason: Reason }): ReactNode {
  const t = useT()
  return (
    <div role="status" className="panel">
      <EmptyState
        icon={icons[reason]}
        title={t(`unavailable.${reason}`)}
        description={
          <>
            {t(`unavailable.${reason}Hint`)}
            {reason === 'unsupported' && <AgentReport serverId={serverId} />}
          </>
        }
        commands={steps[reason].map(({ text, command }) => ({ text: t(`steps.${text}`), command }))}
      />
    </div>
  )
}

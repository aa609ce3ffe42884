import { HeartPulse } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChooseServer } from './choose-server.tsx'
import { useServerState } from './use-server-state.ts'

/** The server that a widget shows. */
export interface ShownServer {
  readonly id: string
  readonly isOnline: boolean
  /** there are metrics, possibly from before it went offline */
  readonly isKnown: boolean
}

interface Props {
  readonly serverId: string | undefined
  readonly instanceId: string
  readonly isEditing: boolean
  /** can show history of a server that has not reported since the server process started */
  readonly hasPast?: boolean
  readonly children: (server: ShownServer) => ReactNode
}

/** Renders `children` with the server of a widget, or a placeholder while it is missing. */
export function WithServer({ serverId, instanceId, isEditing, hasPast = false, children }: Props): ReactNode {
  const t = useT()
  const state = useServerState(serverId)
  if (serverId === undefined || state === 'none' || state === 'deleted') {
    return <ChooseServer instanceId={instanceId} isEditing={isEditing} isGone={state === 'deleted'} />
  }
  if (state === 'loading') return <Skeleton className="h-full min-h-10 w-full" />
  if (state === 'no_data' && !hasPast) {
    return <Notice icon={HeartPulse} title={t('sdk:server.silent')} detail={t('sdk:server.silentHint')} />
  }
  return children({ id: serverId, isOnline: state === 'online', isKnown: state !== 'no_data' })
}

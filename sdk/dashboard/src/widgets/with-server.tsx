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
  /** its figures are known, if only from before it went offline */
  readonly isKnown: boolean
}

interface Props {
  readonly serverId: string | undefined
  readonly instanceId: string
  readonly isEditing: boolean
  /** has something to show of a server that is silent since the program started */
  readonly hasPast?: boolean
  readonly children: (server: ShownServer) => ReactNode
}

/** What a widget of one server shows, once there is one; till then what is missing and how to get it. */
export function WithServer({ serverId, instanceId, isEditing, hasPast = false, children }: Props): ReactNode {
  const t = useT()
  const state = useServerState(serverId)
  if (serverId === undefined || state === 'none' || state === 'gone') {
    return <ChooseServer instanceId={instanceId} isEditing={isEditing} isGone={state === 'gone'} />
  }
  if (state === 'awaited') return <Skeleton className="h-full min-h-10 w-full" />
  if (state === 'silent' && !hasPast) {
    return <Notice icon={HeartPulse} title={t('sdk:server.silent')} detail={t('sdk:server.silentHint')} />
  }
  return children({ id: serverId, isOnline: state === 'online', isKnown: state !== 'silent' })
}

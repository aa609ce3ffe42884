import { Server, ServerOff } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useT } from '../i18n.ts'
import { useLive } from '../live/use-live.ts'
import { useMe } from '../session.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type ServerName, useServerNames } from './server-names.ts'

/** Renders `children` with the existing servers of a widget, or a placeholder if there are none. */
export function WithServers(props: {
  ids: readonly string[]
  isEditing: boolean
  children: (servers: readonly ServerName[]) => ReactNode
}): ReactNode {
  const { ids, isEditing, children } = props
  const t = useT()
  const isAdmin = useMe().role === 'admin'
  const { loaded } = useLive()
  const names = useServerNames()
  const wanted = ids.join(' ')
  const servers = useMemo(() => {
    const byId = new Map(names.map((each) => [each.id, each]))
    return [...new Set(wanted.split(' '))].flatMap((id) => byId.get(id) ?? [])
  }, [wanted, names])
  if (ids.length === 0 || (loaded && servers.length === 0)) {
    const isGone = ids.length > 0
    const hint = isEditing ? 'chooseInEditor' : isAdmin ? 'chooseByEditing' : isGone ? 'goneMember' : 'chooseMember'
    return (
      <Notice
        icon={isGone ? ServerOff : Server}
        title={t(isGone ? 'sdk:server.allGone' : 'sdk:server.noneOf')}
        detail={t(`sdk:server.${hint}`)}
      />
    )
  }
  if (!loaded) return <Skeleton className="h-full min-h-10 w-full" />
  return children(servers)
}

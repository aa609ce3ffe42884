import { useServer } from '@svc/widget-sdk'
import { memo, type ReactNode } from 'react'
import { NetworkRates, NoMetrics, ServerName, System, serverState, UsageMeters } from './server-facts.tsx'

/** A server card. Only re-renders when its own server reports. */
export const ServerCard = memo(function ServerCard({ id }: { id: string }): ReactNode {
  const server = useServer(id)
  if (!server) return null
  const isOnline = serverState(server) === 'online'
  return (
    <li className="relative flex h-34 min-w-0 flex-col rounded-md bg-sunken/50 p-3 ring-1 ring-line ring-inset hover:ring-line-strong">
      <ServerName server={server} />
      <System server={server} className="h-4.5 pl-4.5" />
      {isOnline ? (
        <>
          <div className="mt-1.5 grid grid-cols-3 gap-3">
            <UsageMeters server={server} named />
          </div>
          <NetworkRates server={server} className="mt-auto grid-cols-2" />
        </>
      ) : (
        <NoMetrics server={server} className="my-auto" />
      )}
    </li>
  )
})

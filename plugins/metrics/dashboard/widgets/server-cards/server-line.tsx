import { cn } from '@svc/dashboard-sdk'
import { useServer } from '@svc/widget-sdk'
import { memo, type ReactNode } from 'react'
import { NetworkRates, NoMetrics, ServerName, System, serverState, UsageMeters } from './server-facts.tsx'

/** List columns; those without room are hidden, except the name. */
export const columns =
  'grid items-center gap-x-3 grid-cols-[minmax(0,1fr)_repeat(3,2.75rem)] @md:gap-x-4 @md:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,4.5rem))] @2xl:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,6rem))_11.5rem]'

/** Hides the cells of hidden columns. */
export const hideOverflow = '@max-2xl:*:nth-[n+5]:hidden'

/** A list row. Only re-renders when its own server reports. */
export const ServerLine = memo(function ServerLine({ id }: { id: string }): ReactNode {
  const server = useServer(id)
  if (!server) return null
  const isOnline = serverState(server) === 'online'
  return (
    <li
      className={cn(
        columns,
        'relative h-10 rounded-sm border-b px-1 last:border-b-0 hover:bg-accent-soft/40',
        isOnline && hideOverflow,
      )}
    >
      <div className="flex min-w-0 items-center gap-2">
        <ServerName server={server} />
        <System server={server} className="ml-auto shrink-99 @max-xl:hidden" />
      </div>
      {isOnline ? (
        <>
          <UsageMeters server={server} named={false} />
          <NetworkRates server={server} className="grid-cols-2" />
        </>
      ) : (
        <NoMetrics server={server} className="col-span-3 @2xl:col-span-4" />
      )}
    </li>
  )
})

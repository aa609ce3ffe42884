import { cn } from '@svc/dashboard-sdk'
import { useServer } from '@svc/widget-sdk'
import { memo, type ReactNode } from 'react'
import { Absent } from './absent.js'
import { Rates } from './rates.js'
import { ServerName, standingOf } from './server-facts.js'
import { Shares } from './shares.js'

/** Columns of the list; what has no room is left out, the name never. */
export const columns =
  'grid items-center gap-x-4 grid-cols-[minmax(0,1fr)_4.5rem] @md:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,4.5rem))] @2xl:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,6rem))_11.5rem]'

/** One server as a line. Renders again when that server reports, and no other. */
export const ServerLine = memo(function ServerLine({ id }: { id: string }): ReactNode {
  const server = useServer(id)
  if (!server) return null
  return (
    <li
      className={cn(
        columns,
        'relative h-10 rounded-sm border-b px-1 last:border-b-0 hover:bg-accent-soft/40',
        '@max-2xl:*:nth-[n+5]:hidden @max-md:*:nth-[n+3]:hidden',
      )}
    >
      <ServerName server={server} />
      {standingOf(server) === 'online' ? (
        <>
          <Shares server={server} named={false} />
          <Rates server={server} className="grid-cols-2" />
        </>
      ) : (
        <Absent server={server} className="@md:col-span-3 @2xl:col-span-4" />
      )}
    </li>
  )
})

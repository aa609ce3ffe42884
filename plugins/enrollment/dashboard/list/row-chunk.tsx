import { useNearViewport } from '@svc/dashboard-sdk'
import { type ReactNode, useRef } from 'react'
import { type ChunkProps, entryOf } from './entry.ts'
import { ServerRow } from './server-row.tsx'

/** Few enough to be rendered within a frame. */
export const rowsPerChunk = 8

/** A few table rows, rendered by the browser only near the viewport. */
export function RowChunk(props: ChunkProps & { heading: ReactNode }): ReactNode {
  const { section, servers, first, groupName, onAction, onTag, heading } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const near = useNearViewport(body, first)
  const height = servers.length * 3.5 + (heading ? 2.125 : 0)
  return (
    <tbody
      ref={body}
      className="block [content-visibility:auto] last:[&>tr:last-child]:border-b-0"
      style={{ containIntrinsicBlockSize: `auto ${height}rem` }}
    >
      {heading}
      {servers.map((server) => (
        <ServerRow
          key={server.id}
          {...entryOf(server, section, groupName)}
          near={near}
          onAction={onAction}
          onTag={onTag}
        />
      ))}
    </tbody>
  )
}

import { useNearViewport } from '@svc/dashboard-sdk'
import { type ReactNode, useRef } from 'react'
import { type ChunkProps, entryOf } from './entry.ts'
import { ServerCard } from './server-card.tsx'

/** A few full rows of cards, rendered by the browser only near the viewport. */
export function CardChunk(props: ChunkProps & { columns: number }): ReactNode {
  const { section, servers, first, groupName, onAction, onTag, columns } = props
  const list = useRef<HTMLUListElement>(null)
  const near = useNearViewport(list, first)
  const rows = Math.ceil(servers.length / columns)
  return (
    <ul
      ref={list}
      className="grid gap-3 [content-visibility:auto] md:gap-4"
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        containIntrinsicBlockSize: `auto ${rows * 13.5}rem`,
      }}
    >
      {servers.map((server) => (
        <ServerCard
          key={server.id}
          {...entryOf(server, section, groupName)}
          near={near}
          onAction={onAction}
          onTag={onTag}
        />
      ))}
    </ul>
  )
}

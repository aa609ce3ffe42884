import { moveFocusInList, useNear, useSize } from '@svc/dashboard-sdk'
import { type ReactNode, useRef } from 'react'
import { chunksOf } from './chunks.ts'
import { type ChunkProps, entryOf, firstEntries, type ListProps } from './entry.ts'
import { SectionHead } from './section-head.tsx'
import { ServerCard } from './server-card.tsx'

/** A few full rows of cards, rendered by the browser only near the viewport. */
function CardChunk(props: ChunkProps & { columns: number }): ReactNode {
  const { section, servers, first, groupName, onAction, onTag, columns } = props
  const list = useRef<HTMLUListElement>(null)
  const near = useNear(list, first)
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

/** pixels, including the gap */
const minCardWidth = 290
const rowsPerChunk = 2

/** The servers as cards. */
export function ServerCards({ sections, ...rest }: ListProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const columns = useSize(box, ({ width }) => Math.max(1, Math.floor(width / minCardWidth))) ?? 1
  let previousCount = 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus
    <div ref={box} className="flex flex-col gap-6" onKeyDown={moveFocusInList}>
      {sections.map((section) => (
        <section key={section.key} className="flex min-w-0 flex-col gap-3 md:gap-4">
          {section.key !== '' && (
            <h2>
              <SectionHead section={section} />
            </h2>
          )}
          {chunksOf(section.servers, columns * rowsPerChunk).map((servers, index) => {
            const first = previousCount < firstEntries
            previousCount += servers.length
            return (
              <CardChunk
                // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is a position in the list; its cards have their own keys
                key={index}
                section={section}
                servers={servers}
                columns={columns}
                first={first}
                {...rest}
              />
            )
          })}
        </section>
      ))}
    </div>
  )
}

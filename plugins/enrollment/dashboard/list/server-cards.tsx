import { moveFocusInList } from '@svc/dashboard-sdk'
import { type ReactNode, useRef } from 'react'
import { CardChunk } from './card-chunk.tsx'
import { chunksOf } from './chunks.ts'
import { firstEntries, type ListProps } from './entry.ts'
import { SectionHead } from './section-head.tsx'
import { useColumns } from './use-columns.ts'

/** pixels, including the gap */
const minCardWidth = 290
const rowsPerChunk = 2

/** The servers as cards. */
export function ServerCards({ sections, ...rest }: ListProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const columns = useColumns(box, minCardWidth)
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

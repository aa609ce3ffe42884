import type { ReactNode } from 'react'
import { moveInList } from './arrow-keys.js'
import { entryOf } from './entry.js'
import { SectionHead } from './section-head.js'
import { ServerCard } from './server-card.js'
import { firstRows, type ListProps } from './server-table.js'

/** The servers as cards, one grid per section. */
export function ServerCards({ sections, groupName, act, onTag }: ListProps): ReactNode {
  let count = 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what has the focus
    <div className="flex flex-col gap-6" onKeyDown={moveInList}>
      {sections.map((section) => (
        <section key={section.key} className="min-w-0">
          {section.key !== '' && (
            <h2 className="mb-2.5">
              <SectionHead section={section} />
            </h2>
          )}
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-3 md:gap-4">
            {section.servers.map((server) => (
              <ServerCard
                key={server.id}
                {...entryOf(server, section, groupName)}
                first={count++ < firstRows}
                act={act}
                onTag={onTag}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

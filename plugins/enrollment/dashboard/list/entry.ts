import type { ServerStatus } from '@svc/protocol'
import type { Section } from './sections.ts'
import type { Act } from './server-menu.tsx'

/** What a row or card is given. Figures it hears by itself; these change rarely. */
export interface EntryProps {
  readonly id: string
  readonly name: string
  /** as of the last look at the whole list; decides how much room is kept for figures */
  readonly online: boolean
  /** name of its group, where no heading says it */
  readonly group: string | undefined
  /** on the screen or about to be: only then figures are shown */
  readonly near: boolean
  readonly act: Act
  readonly onTag: (tag: string) => void
}

/** What the whole list is given. */
export interface ListProps {
  readonly sections: readonly Section[]
  readonly groupName: (id: string) => string | undefined
  readonly act: Act
  readonly onTag: (tag: string) => void
}

/** A piece of a section. Pieces, not entries, learn from the browser whether they can be seen: that is cheaper. */
export interface ChunkProps extends Omit<ListProps, 'sections'> {
  readonly section: Section
  readonly servers: readonly ServerStatus[]
  /** certainly on the screen when the list appears */
  readonly first: boolean
}

/** Entries that fill the tallest screens. */
export const firstEntries = 40

/** The part of `EntryProps` that the list knows of a server. */
export const entryOf = (
  { id, name, online, group_id }: ServerStatus,
  section: Section,
  groupName: (id: string) => string | undefined,
): Pick<EntryProps, 'id' | 'name' | 'online' | 'group'> => ({
  id,
  name,
  online,
  group: section.key === '' && group_id ? groupName(group_id) : undefined,
})

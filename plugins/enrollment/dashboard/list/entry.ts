import type { ServerStatus } from '@svc/protocol'
import type { Section } from './sections.js'
import type { Act } from './server-menu.js'

/** What a row or card is given. Figures it hears by itself; these change rarely. */
export interface EntryProps {
  readonly id: string
  readonly name: string
  /** as of the last look at the whole list; decides how much room is kept for figures */
  readonly online: boolean
  /** name of its group, where no heading says it */
  readonly group: string | undefined
  /** certainly on the screen when the list appears */
  readonly first: boolean
  readonly act: Act
  readonly onTag: (tag: string) => void
}

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

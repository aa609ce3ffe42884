import type { ServerStatus } from '@svc/protocol'
import type { Column } from './columns.ts'
import type { Section } from './sections.ts'
import type { OnServerAction } from './server-menu.tsx'

/** Props of a row or card, which rarely change. It subscribes to the live metrics itself. */
export interface EntryProps {
  readonly id: string
  readonly name: string
  /** as of the last render of the whole list; determines the reserved height */
  readonly online: boolean
  /** group name, unless shown in a section heading */
  readonly group: string | undefined
  /** whether it is in or near the viewport; only then are metrics rendered */
  readonly near: boolean
  readonly onAction: OnServerAction
  readonly onTag: (tag: string) => void
}

/** Props of a row, which has cells. */
export interface RowProps extends EntryProps {
  readonly columns: readonly Column[]
}

/** Props of the whole list. */
export interface ListProps {
  readonly sections: readonly Section[]
  readonly groupName: (id: string) => string | undefined
  readonly onAction: OnServerAction
  readonly onTag: (tag: string) => void
}

/** A part of a section. Observing the visibility of chunks is cheaper than observing each entry. */
export interface ChunkProps extends Omit<ListProps, 'sections'> {
  readonly section: Section
  readonly servers: readonly ServerStatus[]
  /** whether it is visible when the list first appears */
  readonly first: boolean
}

/** Enough entries to fill the tallest screens. */
export const firstEntries = 40

/** The props of an entry that come from the list. */
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

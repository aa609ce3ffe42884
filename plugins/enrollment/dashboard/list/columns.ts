import { cn, type SlotContent, useSlot } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import type { CSSProperties } from 'react'
import { type ServerColumn, serverColumns } from '../pages.ts'

/** A column that a plugin adds to the list. */
export type Column = SlotContent<{ readonly server: ServerStatus }, ServerColumn>

/** The columns that plugins add. The same array while the same plugins run. */
export const useColumns = (): readonly Column[] => useSlot(serverColumns)

export const columnTitle = (t: (key: string) => string, { plugin, title, id }: Column): string =>
  t(`${plugin}:${title ?? id}`)

/** For the header and the cells of a column. */
export const classOf = ({ declared: { phoneWidth, isWideOnly, align } }: Column): string =>
  cn(isWideOnly ? 'max-xl:hidden' : phoneWidth === undefined && 'max-md:hidden', align === 'right' && 'text-right')

/** Where no plugin adds a column, for the state. */
const stateWidth = '40%'

const tracks = (widths: readonly string[]) => ['minmax(0,1fr)', ...widths, '3rem'].join(' ')

/**
 * Each row is a grid of its own, so that a change in one row does not cause layout of the others, as it would in a
 * table. Widths are fixed so that changing values do not shift anything. The last track is the action menu.
 */
export const rowGrid =
  'grid items-center grid-cols-[var(--phone-columns)] md:grid-cols-[var(--columns)] xl:grid-cols-[var(--wide-columns)]'

/** The tracks of `rowGrid` at each width of the screen. */
export function columnTracks(columns: readonly Column[]): CSSProperties {
  const all =
    columns.length === 0 ? [{ width: stateWidth, phoneWidth: stateWidth }] : columns.map((one) => one.declared)
  return {
    '--phone-columns': tracks(all.flatMap(({ phoneWidth }) => phoneWidth ?? [])),
    '--columns': tracks(all.filter((one) => !('isWideOnly' in one)).map(({ width }) => width)),
    '--wide-columns': tracks(all.map(({ width }) => width)),
  } as CSSProperties
}

import { type Sort, useStoredChoice } from '@svc/dashboard-sdk'
import { useMemo } from 'react'
import type { FileEntry } from '../../src/wire.ts'
import { type SortColumn, sortColumns, sortEntries } from './sort-entries.ts'

const isHiddenName = ({ name }: FileEntry) => name.startsWith('.')

/** What is shown of a directory: sorted, and without hidden files unless the user wants them. */
export function useEntries(entries: readonly FileEntry[] | undefined) {
  const [by, setBy] = useStoredChoice('files.sort', sortColumns)
  const [direction, setDirection] = useStoredChoice('files.direction', ['asc', 'desc'])
  const [hidden, setHidden] = useStoredChoice('files.hidden', ['show', 'hide'])
  const rows = useMemo(() => {
    const shown = hidden === 'show' ? entries : entries?.filter((entry) => !isHiddenName(entry))
    return shown && sortEntries(shown, { by, direction })
  }, [entries, by, direction, hidden])
  const sort: Sort = { by, direction }
  return {
    rows,
    sort,
    setSort(column: SortColumn) {
      setDirection(column === by && direction === 'asc' ? 'desc' : 'asc')
      setBy(column)
    },
    hiddenCount: (entries?.length ?? 0) - (rows?.length ?? 0),
    showsHidden: hidden === 'show',
    setShowsHidden: (isShown: boolean) => setHidden(isShown ? 'show' : 'hide'),
  }
}

import { createContext, useContext, useSyncExternalStore } from 'react'
import { type Mark, makeSelection, type Selection } from './selection.ts'

/** The selection of the list around; for members one that never starts. */
export const SelectionContext = createContext<Selection>(makeSelection())

export const useSelection = (): Selection => useContext(SelectionContext)

/** How one server stands; renders again only when that changes. */
export function useMark(id: string): Mark {
  const selection = useSelection()
  return useSyncExternalStore(selection.subscribe, () => selection.mark(id))
}

/** Whether something is being selected. */
export const useSelecting = (selection: Selection): boolean => useSyncExternalStore(selection.subscribe, selection.on)

/** The ids of the selected servers; renders again with each change. */
export const useSelected = (selection: Selection): ReadonlySet<string> =>
  useSyncExternalStore(selection.subscribe, selection.ids)

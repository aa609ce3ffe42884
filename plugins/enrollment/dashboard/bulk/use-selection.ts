import { createContext, useContext, useSyncExternalStore } from 'react'
import { type Mark, makeSelection, type Selection } from './selection.ts'

/** The selection of the surrounding list; for members one that never starts. */
export const SelectionContext = createContext<Selection>(makeSelection())

export const useSelection = (): Selection => useContext(SelectionContext)

/** Whether a server is selected; re-renders only when that changes. */
export function useMark(id: string): Mark {
  const selection = useSelection()
  return useSyncExternalStore(selection.subscribe, () => selection.mark(id))
}

/** Whether selecting is active. */
export const useSelecting = (selection: Selection): boolean =>
  useSyncExternalStore(selection.subscribe, selection.isActive)

/** The ids of the selected servers; re-renders with each change. */
export const useSelected = (selection: Selection): ReadonlySet<string> =>
  useSyncExternalStore(selection.subscribe, selection.ids)

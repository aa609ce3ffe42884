/** A tab of the page with one or two sessions side by side. */
export interface Tab {
  readonly id: number
  /** ids of its sessions */
  readonly panes: readonly number[]
}

/** The tabs of the page. */
export interface Workspace {
  readonly tabs: readonly Tab[]
  /** id of the shown tab */
  readonly active: number
  /** for the next tab or session */
  readonly nextId: number
}

const maxPanes = 2

export const initialWorkspace: Workspace = { tabs: [{ id: 1, panes: [2] }], active: 1, nextId: 3 }

export const addTab = ({ tabs, nextId }: Workspace): Workspace => ({
  tabs: [...tabs, { id: nextId, panes: [nextId + 1] }],
  active: nextId,
  nextId: nextId + 2,
})

export const canSplit = ({ tabs, active }: Workspace): boolean =>
  (tabs.find(({ id }) => id === active)?.panes.length ?? 0) < maxPanes

/** Adds a session to the shown tab. */
export const split = (workspace: Workspace): Workspace => ({
  ...workspace,
  tabs: workspace.tabs.map((tab) =>
    tab.id === workspace.active ? { ...tab, panes: [...tab.panes, workspace.nextId] } : tab,
  ),
  nextId: workspace.nextId + 1,
})

/** Closes a session, and its tab with the last one. The page keeps at least one. */
export function closePane(workspace: Workspace, pane: number): Workspace {
  const { tabs, active } = workspace
  if (tabs.length === 1 && tabs[0]?.panes.length === 1) return workspace
  const at = tabs.findIndex(({ panes }) => panes.includes(pane))
  const left = tabs
    .map((tab) => ({ ...tab, panes: tab.panes.filter((id) => id !== pane) }))
    .filter(({ panes }) => panes.length > 0)
  const isActiveLeft = left.some(({ id }) => id === active)
  return { ...workspace, tabs: left, active: isActiveLeft ? active : (left[Math.max(0, at - 1)]?.id ?? active) }
}

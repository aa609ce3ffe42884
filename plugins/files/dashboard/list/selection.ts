import type { FileEntry } from '../../src/wire.ts'

/** What is selected in the list, by path, so that it survives sorting and refreshing. */
export interface Selection {
  readonly paths: ReadonlySet<string>
  /** the entry that the keyboard acts on */
  readonly focus: string | undefined
  /** where a range begins */
  readonly anchor: string | undefined
}

export const emptySelection: Selection = { paths: new Set(), focus: undefined, anchor: undefined }

export const selectOnly = (path: string): Selection => ({ paths: new Set([path]), focus: path, anchor: path })

/** Moves the focus; the selection stays. */
export const moveFocus = ({ paths }: Selection, path: string): Selection => ({ paths, focus: path, anchor: path })

/** Adds an entry to the selection or removes it. */
export function toggle({ paths }: Selection, path: string): Selection {
  const next = new Set(paths)
  if (!next.delete(path)) next.add(path)
  return { paths: next, focus: path, anchor: path }
}

/** Selects everything between the anchor and an entry; with `isAdding`, in addition to the rest. */
export function extendTo(selection: Selection, rows: readonly FileEntry[], path: string, isAdding = false): Selection {
  const to = rows.findIndex((row) => row.path === path)
  const anchor = rows.findIndex((row) => row.path === selection.anchor)
  const from = anchor < 0 ? to : anchor
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.path)
  return {
    paths: new Set(isAdding ? [...selection.paths, ...range] : range),
    focus: path,
    anchor: rows[from]?.path ?? path,
  }
}

export const selectAll = (selection: Selection, rows: readonly FileEntry[]): Selection => ({
  ...selection,
  paths: new Set(rows.map(({ path }) => path)),
})

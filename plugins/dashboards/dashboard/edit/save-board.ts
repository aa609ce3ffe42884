import { ApiError, useMutate } from '@svc/dashboard-sdk'
import type { BoardFile, BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import { inputOf, type Placement } from '../board/placement.ts'
import { boardsPath, pathOf } from '../board/use-board.ts'
import { inColumn } from '../layout/arrange.ts'

/** What somebody else did to a board in the meantime. */
export type Conflict = 'changed' | 'gone'

export function conflictOf(failure: unknown): Conflict | undefined {
  if (!(failure instanceof ApiError)) return undefined
  return failure.code === 'DASHBOARD_CHANGED' ? 'changed' : failure.status === 404 ? 'gone' : undefined
}

/** In the order in which one reads, which is that of phones. */
const inputsOf = (placements: readonly Placement[]) => inColumn(placements).map(inputOf)

/** Stores a board as it was arranged; `expected_updated_at` keeps it from undoing what somebody else did. */
export const useSaveBoard = (id: string, onFailed: (failure: ApiError) => void) =>
  useMutate<{ placements: readonly Placement[]; expected?: string }, BoardWithWidgets>('PUT', pathOf(id), {
    body: ({ placements, expected }) => ({
      widgets: inputsOf(placements),
      ...(expected === undefined ? {} : { expected_updated_at: expected }),
    }),
    invalidates: [boardsPath],
    onFailed,
  })

export interface Imported {
  readonly dashboard: BoardWithWidgets
  /** kinds of widgets that are not available here */
  readonly left_out: readonly string[]
}

const fileOf = (name: string, placements: readonly Placement[]): BoardFile => ({
  format: 'svc-dashboard',
  version: 1,
  name,
  widgets: inputsOf(placements).map(({ id: _, title, ...input }) => ({
    ...input,
    ...(title ? { title } : {}),
    config: input.config ?? {},
  })),
})

/** Makes another board of what was arranged. */
export const useSaveAsCopy = () =>
  useMutate<{ name: string; placements: readonly Placement[] }, Imported>('POST', `${boardsPath}/import`, {
    body: ({ name, placements }) => fileOf(name, placements),
    invalidates: [boardsPath],
  })

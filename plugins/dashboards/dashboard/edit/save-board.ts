import { ApiError, useMutate } from '@svc/dashboard-sdk'
import type { BoardFile, BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import { boardsPath, pathOf } from '../board/boards-path.ts'
import { type Placement, toWidgetInput } from '../board/placement.ts'
import { inReadingOrder } from '../layout/arrange.ts'

/** A concurrent change of a board by someone else. */
export type Conflict = 'changed' | 'deleted'

export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.code === 'DASHBOARD_CHANGED' ? 'changed' : error.status === 404 ? 'deleted' : undefined
}

/** In reading order, which is also the order on phones. */
const inputsOf = (placements: readonly Placement[]) => inReadingOrder(placements).map(toWidgetInput)

/** Saves a board; `expected_updated_at` prevents overwriting concurrent changes. */
export const useSaveBoard = (id: string, onFailed: (error: ApiError) => void) =>
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
  /** skipped widget types */
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

/** Saves the draft as a new board. */
export const useSaveAsCopy = () =>
  useMutate<{ name: string; placements: readonly Placement[] }, Imported>('POST', `${boardsPath}/import`, {
    body: ({ name, placements }) => fileOf(name, placements),
    invalidates: [boardsPath],
  })

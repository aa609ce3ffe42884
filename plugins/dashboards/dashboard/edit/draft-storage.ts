import type { Placement } from '../board/placement.ts'

/** Unsaved changes of a page that was closed, for example because the session ended. */
export interface StoredDraft {
  /** of the board version that the draft is based on */
  readonly updatedAt: string
  readonly placements: readonly Placement[]
}

const keyOf = (userId: string, boardId: string) => `svc.draft.${userId}.${boardId}`

/** Stores the draft for this tab. Does nothing if storage is not available. */
export function storeDraft(userId: string, boardId: string, draft: StoredDraft): void {
  try {
    sessionStorage.setItem(keyOf(userId, boardId), JSON.stringify(draft))
  } catch {}
}

/** Returns the stored draft and removes it. */
export function takeStoredDraft(userId: string, boardId: string): StoredDraft | undefined {
  const key = keyOf(userId, boardId)
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<StoredDraft> | null
    sessionStorage.removeItem(key)
    const { updatedAt, placements } = draft ?? {}
    return typeof updatedAt === 'string' && Array.isArray(placements) ? { updatedAt, placements } : undefined
  } catch {
    return undefined
  }
}

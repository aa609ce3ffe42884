import type { Placement } from '../board/placement.ts'

/** What somebody arranged and neither stored nor discarded: its page went away, as it does when a session ends. */
export interface KeptDraft {
  /** of the board that it was begun with */
  readonly updatedAt: string
  readonly placements: readonly Placement[]
}

const keyOf = (userId: string, boardId: string) => `svc.draft.${userId}.${boardId}`

/** Keeps it in this tab; where a browser keeps nothing, it is lost as before. */
export function keepDraft(userId: string, boardId: string, draft: KeptDraft): void {
  try {
    sessionStorage.setItem(keyOf(userId, boardId), JSON.stringify(draft))
  } catch {}
}

/** What was kept, and is no longer. */
export function takeDraft(userId: string, boardId: string): KeptDraft | undefined {
  const key = keyOf(userId, boardId)
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<KeptDraft> | null
    sessionStorage.removeItem(key)
    const { updatedAt, placements } = draft ?? {}
    return typeof updatedAt === 'string' && Array.isArray(placements) ? { updatedAt, placements } : undefined
  } catch {
    return undefined
  }
}

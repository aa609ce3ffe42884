import type { BoardFile } from '@svc/plugin-dashboards/contract'

/** Larger than a full board with all configurations at their limit. */
export const maxFileBytes = 2 * 1024 * 1024

/** Why a file cannot be imported. */
export type FileProblem = 'tooLarge' | 'notJson' | 'notBoard' | 'otherVersion'

/** Parses an exported board with basic checks; the server validates the rest. */
export function readBoardFile(text: string): BoardFile | FileProblem {
  if (text.length > maxFileBytes) return 'tooLarge'
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return 'notJson'
  }
  const file = content as (Partial<Omit<BoardFile, 'version'>> & { version?: unknown }) | null
  if (typeof file !== 'object' || file === null || file.format !== 'svc-dashboard' || !Array.isArray(file.widgets))
    return 'notBoard'
  return file.version === 1 ? (file as BoardFile) : 'otherVersion'
}

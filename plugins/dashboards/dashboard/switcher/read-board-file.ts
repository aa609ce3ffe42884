import type { BoardFile } from '@svc/plugin-dashboards/contract'

/** Bytes; a full board with every configuration at its limit is smaller. */
export const largestFile = 2 * 1024 * 1024

/** Why a file is no board. */
export type FileProblem = 'tooLarge' | 'notJson' | 'notBoard' | 'otherVersion'

/** What a file says, as far as a browser can tell; the server checks the rest. */
export function readBoardFile(text: string): BoardFile | FileProblem {
  if (text.length > largestFile) return 'tooLarge'
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

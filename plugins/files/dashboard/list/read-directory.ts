import type { FileEntry } from '../../src/wire.ts'

/** A part of a list, from an offset on. */
export interface ListPart {
  readonly entries: readonly FileEntry[]
  /** entries of the directory */
  readonly total: number
}

/** What has been read of a directory. */
export interface DirectoryContent {
  readonly entries: readonly FileEntry[]
  readonly total: number
  readonly isComplete: boolean
}

/** Short, so that it is shown soon. */
const firstPart = 500
/** The most that the server sends at once. */
const nextPart = 2000

/**
 * Reads a directory in parts. Yields the first part, and then whenever twice as much has arrived, so that sorting a long list
 * again and again does not take longer than reading it.
 */
export async function* readDirectory(
  list: (offset: number, limit: number) => Promise<ListPart>,
): AsyncGenerator<DirectoryContent, void> {
  const entries = new Map<string, FileEntry>()
  let [offset, yielded] = [0, 0]
  for (;;) {
    const part = await list(offset, offset === 0 ? firstPart : nextPart)
    offset += part.entries.length
    // The directory may change between two parts, so that an entry appears in both.
    for (const entry of part.entries) entries.set(entry.path, entry)
    const isComplete = part.entries.length === 0 || offset >= part.total
    if (!isComplete && yielded > 0 && entries.size < yielded * 2) continue
    yielded = entries.size
    yield { entries: [...entries.values()], total: isComplete ? entries.size : part.total, isComplete }
    if (isComplete) return
  }
}

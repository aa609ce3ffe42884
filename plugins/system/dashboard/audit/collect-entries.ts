import type { AuditLogEntry, AuditLogPage } from '@svc/plugin-system/contract'
import type { AuditFilter } from './audit-search.ts'

/** More would keep server and browser busy for long; narrower filters reach the rest. */
const mostEntries = 10_000
const chunk = 200

interface Options {
  readonly filter: AuditFilter
  /** RFC 3339: what is written later is left out, so that pages do not shift while they are read */
  readonly until: string
  read(search: AuditFilter & { limit: number; offset: number }): Promise<AuditLogPage>
  onProgress?(read: number, wanted: number): void
  readonly most?: number
}

/** Reads the newest entries that match, page by page. `total` counts all that match. */
export async function collectEntries(options: Options): Promise<{ entries: AuditLogEntry[]; total: number }> {
  const { filter, until, read, onProgress, most = mostEntries } = options
  const to = filter.to !== undefined && filter.to < until ? filter.to : until
  // that second may still be going on: what joins it moves an entry to the next page, where it is met again
  const found = new Map<number, AuditLogEntry>()
  let total = 0
  for (let offset = 0; offset < most; offset += chunk) {
    const page = await read({ ...filter, to, limit: Math.min(chunk, most - offset), offset })
    total = page.total
    for (const entry of page.entries) found.set(entry.id, entry)
    onProgress?.(found.size, Math.min(most, total))
    if (page.entries.length === 0 || offset + page.entries.length >= total) break
  }
  return { entries: [...found.values()], total }
}

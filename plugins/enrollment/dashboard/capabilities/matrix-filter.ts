import { capabilityBits } from '@svc/protocol'
import { type Capable, maskOf } from './capability-state.ts'
import type { MatrixSearch } from './matrix-search.ts'

interface Named extends Capable {
  readonly name: string
}

/** Whether something is on for a while. */
export const hasTemporary = ({ temporary }: Capable): boolean => temporary.length > 0

/** Keeps the servers that the search asks for, in their order. */
export function filterMatrix<T extends Named>(servers: readonly T[], search: MatrixSearch): readonly T[] {
  const terms = (search.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const bit = search.can === undefined ? 0 : capabilityBits[search.can]
  return servers.filter((server) => {
    if (bit !== 0 && (!server.has_token || (maskOf(server) & bit) === 0)) return false
    if (search.temporary && !hasTemporary(server)) return false
    const name = server.name.toLowerCase()
    return terms.every((term) => name.includes(term))
  })
}

export const pageSize = 50

/** The rows of a page; a page beyond the last one is the last one. */
export function pageOf<T>(rows: readonly T[], wanted: number): { readonly page: number; readonly rows: readonly T[] } {
  const page = Math.min(Math.max(1, wanted), Math.max(1, Math.ceil(rows.length / pageSize)))
  return { page, rows: rows.slice((page - 1) * pageSize, page * pageSize) }
}

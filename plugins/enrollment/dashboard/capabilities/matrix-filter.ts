import type { CapabilitiesOfRisk } from './capabilities.ts'
import { type CapabilityFields, effectiveBits } from './capability-state.ts'
import type { MatrixSearch } from './matrix-search.ts'

interface Named extends CapabilityFields {
  readonly name: string
}

/** Whether a capability is granted temporarily. */
export const hasTemporary = ({ temporary }: CapabilityFields): boolean => temporary.length > 0

export function filterMatrix<T extends Named>(
  servers: readonly T[],
  search: MatrixSearch,
  byRisk: readonly CapabilitiesOfRisk[],
): readonly T[] {
  const terms = (search.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const capabilities = byRisk.flatMap((group) => group.capabilities)
  const bit = capabilities.find(({ name }) => name === search.can)?.bit ?? 0
  return servers.filter((server) => {
    if (bit !== 0 && (!server.has_token || (effectiveBits(server) & bit) === 0)) return false
    if (search.temporary && !hasTemporary(server)) return false
    const name = server.name.toLowerCase()
    return terms.every((term) => name.includes(term))
  })
}

export const pageSize = 50

/** The rows of a page; a page number beyond the last page gives the last page. */
export function pageOf<T>(
  rows: readonly T[],
  requested: number,
): { readonly page: number; readonly rows: readonly T[] } {
  const page = Math.min(Math.max(1, requested), Math.max(1, Math.ceil(rows.length / pageSize)))
  return { page, rows: rows.slice((page - 1) * pageSize, page * pageSize) }
}

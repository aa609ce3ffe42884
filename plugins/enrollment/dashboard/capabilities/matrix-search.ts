import { type Capability, isCapability } from '@svc/protocol'

/** The state of the capabilities page that lives in the address. Absent members filter nothing. */
export interface MatrixSearch {
  readonly q?: string
  /** servers that can do this */
  readonly can?: Capability
  /** servers on which something is on for a while */
  readonly temporary?: 'yes'
  /** from 1 */
  readonly page?: number
}

const longest = 200

const pageOf = (raw: string | undefined) => (raw && /^[1-9]\d{0,5}$/.test(raw) ? Number(raw) : undefined)

/** Accepts any query string; what it does not understand is left out. */
export function parseMatrixSearch(raw: Readonly<Record<string, string>>): MatrixSearch {
  const { q, can = '', temporary, page } = raw
  const found = {
    q: q?.slice(0, longest) || undefined,
    can: isCapability(can) ? can : undefined,
    temporary: temporary === 'yes' ? temporary : undefined,
    page: pageOf(page),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

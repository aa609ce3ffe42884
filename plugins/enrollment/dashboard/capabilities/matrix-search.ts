/** The state of the capabilities page in the URL. Absent: no filter. */
export interface MatrixSearch {
  readonly q?: string
  /** servers with this capability */
  readonly can?: string
  /** servers with a temporary grant */
  readonly temporary?: 'yes'
  /** from 1 */
  readonly page?: number
}

const maxQueryLength = 200

const pageOf = (raw: string | undefined) => (raw && /^[1-9]\d{0,5}$/.test(raw) ? Number(raw) : undefined)

/** Accepts any query string and ignores invalid values. */
export function parseMatrixSearch(raw: Readonly<Record<string, string>>): MatrixSearch {
  const { q, can = '', temporary, page } = raw
  const search = {
    q: q?.slice(0, maxQueryLength) || undefined,
    can: /^[a-z0-9_]{1,64}$/.test(can) ? can : undefined,
    temporary: temporary === 'yes' ? temporary : undefined,
    page: pageOf(page),
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

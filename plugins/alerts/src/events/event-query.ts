import { ApiError, fromTimestamp } from '@svc/plugin-sdk'

/** Invalid query parameters are 400, not 422. */
const badQuery = (field: string, rule: string) =>
  new ApiError(400, 'BAD_REQUEST', `query parameter ${field} ${rule}`, { details: [{ field, rule }] })

/** Epoch seconds of an RFC 3339 time. An unescaped plus sign of the offset arrives as a space. */
export function parseInstant(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = fromTimestamp(text.replace(/ (\d{2}:\d{2})$/, '+$1'))
  if (seconds === undefined) throw badQuery(field, 'must be an RFC 3339 instant such as 2026-01-31T12:00:00Z')
  return seconds
}

/** The last change of a page. */
export interface Cursor {
  readonly at: number
  readonly id: number
}

export const formatCursor = ({ at, id }: Cursor): string => `${at}.${id}`

export function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  if (at === undefined || id === undefined) {
    throw badQuery('cursor', 'must be the `next` value of a previous response')
  }
  return { at: Number(at), id: Number(id) }
}

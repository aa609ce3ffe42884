import { ApiError, fromTimestamp } from '@svc/plugin-sdk'

/** 400 and not 422, like everything that is wrong with a query. */
const badQuery = (field: string, rule: string) =>
  new ApiError(400, 'BAD_REQUEST', `query parameter ${field} ${rule}`, { details: [{ field, rule }] })

/** Epoch seconds of a query's instant. An offset's plus sign that was not escaped arrives as a space. */
export function readInstant(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = fromTimestamp(text.replace(/ (\d{2}:\d{2})$/, '+$1'))
  if (seconds === undefined) throw badQuery(field, 'must be an RFC 3339 instant such as 2026-01-31T12:00:00Z')
  return seconds
}

/** Where a page of changes ended: its time and id. */
export interface Place {
  readonly at: number
  readonly id: number
}

export const cursorOf = ({ at, id }: Place): string => `${at}.${id}`

export function readCursor(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  if (at === undefined || id === undefined) throw badQuery('cursor', 'must be the `next` value of a previous response')
  return { at: Number(at), id: Number(id) }
}

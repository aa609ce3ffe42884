import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { badQuery } from './time-range.ts'

/** Query parameter of a list that may be cut: where the page starts. */
export const PageCursor = Type.Optional(
  Type.String({ maxLength: 64, description: 'cursor of the page, from the previous response' }),
)

/** The success envelope of an array that may be cut: the `Link` header then names the next page, see `linkNext`. */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object(
    { data: Type.Array(item) },
    {
      headers: {
        Link: { type: 'string', description: 'while there are more: `<address of the next page>; rel="next"`' },
      },
    },
  )

/** The cursor after an item: the whole numbers that the list is sorted by. */
export const formatCursor = (...numbers: readonly number[]): string => numbers.join('.')

/** The `count` numbers of a cursor; undefined on the first page. Throws 400. */
export function parseCursor(cursor: string | undefined, count: number): readonly number[] | undefined {
  if (cursor === undefined) return undefined
  const numbers = cursor.split('.')
  if (numbers.length === count && numbers.every((one) => /^\d{1,15}$/.test(one))) return numbers.map(Number)
  throw badQuery('cursor', 'kernel.CURSOR')
}

/** Cuts rows that were read with a limit of `limit + 1`, and returns the cursor of the next page. */
export function cutPage<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => string) {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), next: last === undefined ? null : cursorOf(last) }
}

/** Names the next page in the `Link` header: the address of this request with other query parameters. Null: the last page. */
export function linkNext(reply: FastifyReply, search: Readonly<Record<string, string | null>>): void {
  const [path, query] = reply.request.url.split('?', 2)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(search)) {
    if (value === null) return
    parameters.set(name, value)
  }
  void reply.header('link', `<${path}?${parameters}>; rel="next"`)
}

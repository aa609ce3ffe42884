import type { FastifyReply } from 'fastify'
import { describe, expect, it } from 'vitest'
import { cutPage, formatCursor, linkNext, parseCursor } from './pages.ts'

describe('a cursor', () => {
  it('has the numbers that the list is sorted by', () => {
    expect(parseCursor(formatCursor(1, 1_700_000_000, 42), 3)).toEqual([1, 1_700_000_000, 42])
    expect(parseCursor(undefined, 3)).toBeUndefined()
  })

  it.each(['', 'x', '1', '1.2.3', '1.-2', '1e3.2', '1. 2', `1.${'9'.repeat(16)}`])(
    'of other text is refused: %s',
    (cursor) => {
      expect(() => parseCursor(cursor, 2)).toThrow(
        expect.objectContaining({
          status: 400,
          fields: [{ field: 'cursor', code: 'kernel.CURSOR', params: undefined }],
        }),
      )
    },
  )
})

it('a page is cut, and has a cursor if more follows', () => {
  const cut = (...rows: number[]) => cutPage(rows, 2, String)
  expect([cut(), cut(1, 2), cut(1, 2, 3)]).toEqual([
    { rows: [], next: null },
    { rows: [1, 2], next: null },
    { rows: [1, 2], next: '2' },
  ])
})

it('the next page is linked with the other parameters of the request', () => {
  const linkOf = (url: string, next: string | null) => {
    const headers: Record<string, unknown> = {}
    const header = (name: string, value: unknown) => Object.assign(headers, { [name]: value })
    linkNext({ request: { url }, header } as unknown as FastifyReply, { cursor: next })
    return headers.link
  }
  expect(linkOf('/api/a', '7')).toBe('</api/a?cursor=7>; rel="next"')
  expect(linkOf('/api/a?limit=2&cursor=7&q=%3E%22', '9.1')).toBe('</api/a?limit=2&cursor=9.1&q=%3E%22>; rel="next"')
  expect(linkOf('/api/a?limit=2', null)).toBeUndefined()
})

import { describe, expect, it } from 'vitest'
import type { ApiError } from './api-error.ts'
import { readRequestHeaders } from './request-headers.ts'

const read = (given: unknown) => readRequestHeaders('headers', given)
const errorsOf = (given: unknown) => {
  try {
    return read(given)
  } catch (error) {
    return (error as ApiError).fields
  }
}
const headers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, '1']))

describe('headers of a request', () => {
  it('are sent as they were written', () => {
    const given = { Authorization: 'Bearer x', "X-Odd!#$%&'*+.^_`|~-": '\ta "b" ~', 'X-Empty': '' }
    expect(read(given)).toEqual(given)
    expect(read(headers(32))).toEqual(headers(32))
    expect(read({ ['x'.repeat(128)]: 'y'.repeat(4096) })).toEqual({ ['x'.repeat(128)]: 'y'.repeat(4096) })
  })

  it('may be none', () => {
    for (const none of [undefined, null, {}]) expect(read(none)).toEqual({})
  })

  it.each<[string, string, unknown]>([
    ['headers', 'kernel.HEADERS_NOT_OBJECT', 'X: y'],
    ['headers', 'kernel.HEADERS_NOT_OBJECT', ['X: y']],
    ['headers', 'kernel.HEADERS_NOT_OBJECT', 0],
    ['headers', 'kernel.HEADERS_NOT_OBJECT', ''],
    ['headers', 'kernel.HEADERS_TOO_MANY', headers(33)],
    ['headers', 'kernel.HEADER_NAME', { '': 'x' }],
    ['headers', 'kernel.HEADER_NAME', { 'X Y': 'x' }],
    ['headers', 'kernel.HEADER_NAME', { 'X:\r\nY': 'x' }],
    ['headers', 'kernel.HEADER_NAME', { ['x'.repeat(129)]: 'x' }],
    ['headers.Host', 'kernel.HEADER_RESERVED', { Host: 'evil.example' }],
    ['headers.Content-Length', 'kernel.HEADER_RESERVED', { 'Content-Length': '1' }],
    ['headers.transfer-encoding', 'kernel.HEADER_RESERVED', { 'transfer-encoding': 'chunked' }],
    ['headers.x', 'kernel.HEADER_DUPLICATE', { X: '1', x: '2' }],
    ['headers.X', 'kernel.HEADER_NOT_TEXT', { X: 1 }],
    ['headers.X', 'kernel.HEADER_NOT_TEXT', { X: { deep: 'x' } }],
    ['headers.X', 'kernel.MAX_LENGTH', { X: 'x'.repeat(4097) }],
    ['headers.X', 'kernel.HEADER_NOT_ASCII', { X: 'a\r\nY: b' }],
    ['headers.X', 'kernel.HEADER_NOT_ASCII', { X: 'ü' }],
  ])('are rejected: %s %s', (field, code, given) => {
    expect(errorsOf(given)).toMatchObject([{ field, code }])
  })
})

import { describe, expect, it } from 'vitest'
import type { ApiError } from './http.ts'
import { readRequestHeaders } from './request-headers.ts'

const read = (given: unknown) => readRequestHeaders('headers', given)
const errorsOf = (given: unknown) => {
  try {
    return read(given)
  } catch (error) {
    return (error as ApiError).details
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
    ['headers', 'must map names to texts', 'X: y'],
    ['headers', 'must map names to texts', ['X: y']],
    ['headers', 'must map names to texts', 0],
    ['headers', 'must map names to texts', ''],
    ['headers', 'must be at most 32', headers(33)],
    ['headers', 'must have names of letters, digits and dashes', { '': 'x' }],
    ['headers', 'must have names of letters, digits and dashes', { 'X Y': 'x' }],
    ['headers', 'must have names of letters, digits and dashes', { 'X:\r\nY': 'x' }],
    ['headers', 'must have names of letters, digits and dashes', { ['x'.repeat(129)]: 'x' }],
    ['headers.Host', 'is set by the server itself', { Host: 'evil.example' }],
    ['headers.Content-Length', 'is set by the server itself', { 'Content-Length': '1' }],
    ['headers.transfer-encoding', 'is set by the server itself', { 'transfer-encoding': 'chunked' }],
    ['headers.x', 'is there twice', { X: '1', x: '2' }],
    ['headers.X', 'must be text', { X: 1 }],
    ['headers.X', 'must be text', { X: { deep: 'x' } }],
    ['headers.X', 'must have at most 4096 characters', { X: 'x'.repeat(4097) }],
    ['headers.X', 'must be one line of printable ASCII', { X: 'a\r\nY: b' }],
    ['headers.X', 'must be one line of printable ASCII', { X: 'ü' }],
  ])('are rejected: %s %s', (field, rule, given) => {
    expect(errorsOf(given)).toEqual([{ field, rule }])
  })
})

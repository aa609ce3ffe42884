import { describe, expect, it } from 'vitest'
import { requireUsername, usernameKey } from './username.ts'

const check = (text: string) => requireUsername('new_username', text)

describe('requireUsername', () => {
  it.each([
    ['  ann  ', 'ann'],
    ['Ann Lee', 'Ann Lee'],
    ['管理员', '管理员'],
    ['Jos\u0065\u0301', 'José'],
    ['иван', 'иван'],
    ['山田taro', '山田taro'],
    ['Ann   van  Lee', 'Ann van Lee'],
    [`${' '.repeat(70)}a${' '.repeat(70)}b`, 'a b'],
    ['Łukasz Đặng ßțẞ', 'Łukasz Đặng ßțẞ'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['😀'.repeat(64), '😀'.repeat(64)],
  ])('accepts %j', (text, name) => expect(check(text)).toBe(name))

  const plainLatin = 'must have Latin letters from A to Z only, with or without accents'
  const controls = 'must not contain control or invisible characters'
  it.each([
    ['', 'must have 1 to 64 characters'],
    ['   ', 'must have 1 to 64 characters'],
    ['x'.repeat(65), 'must have 1 to 64 characters'],
    ['ad\0min', controls],
    ['ad\nmin', controls],
    ['ad\u200bmin', controls],
    ['ad\u202emin', controls],
    ['ad\u3164min', controls],
    ['ad\u00a0min', controls],
    ['ad\ud800min', controls],
    ['\u0430dmin', 'must not mix letters of different alphabets'],
    ['adm\u03bfn', 'must not mix letters of different alphabets'],
    ['\u0251dmin', plainLatin],
    ['\u1d00dmin', plainLatin],
    ['\ua731ystem', plainLatin],
    ['ａｄｍｉｎ', plainLatin],
    ['\u2c65dmin', plainLatin],
    ['System', 'is reserved'],
    ['anonymous', 'is reserved'],
  ])('rejects %j', (text, rule) => {
    expect(() => check(text)).toThrow(
      expect.objectContaining({ status: 422, details: [{ field: 'new_username', rule }] }),
    )
  })
})

describe('usernameKey', () => {
  it.each(['ADMIN', 'ａｄｍｉｎ', 'adm\u0131n', 'Admin'])('treats %s as admin', (name) =>
    expect(usernameKey(name)).toBe('admin'),
  )
  it('keeps different names apart', () => expect(usernameKey('admin1')).not.toBe(usernameKey('admin')))
})

import { invalid, violatedRule } from '@svc/plugin-sdk'
import { describe, expect, it } from 'vitest'
import { Username } from '../sign-in/credential-schema.ts'
import { requireUsername, usernameKey } from './username.ts'

const check = (text: string) => {
  const rule = violatedRule(Username, text)
  if (rule) throw invalid('new_username', rule.code, rule.params)
  return requireUsername('new_username', text)
}

describe('requireUsername', () => {
  it.each([
    ['  ann  ', 'ann'],
    ['Ann Lee', 'Ann Lee'],
    ['管理员', '管理员'],
    ['Jos\u0065\u0301', 'José'],
    ['иван', 'иван'],
    ['山田taro', '山田taro'],
    ['Ann   van  Lee', 'Ann van Lee'],
    [`${' '.repeat(30)}a${' '.repeat(30)}b`, 'a b'],
    ['Łukasz Đặng ßțẞ', 'Łukasz Đặng ßțẞ'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['😀'.repeat(64), '😀'.repeat(64)],
  ])('accepts %j', (text, name) => expect(check(text)).toBe(name))

  const empty = { code: 'kernel.NOT_EMPTY' }
  const long = { code: 'kernel.MAX_LENGTH', params: { count: 64 } }
  const controls = { code: 'kernel.CONTROL_CHARACTERS' }
  const mixed = { code: 'auth.MIXED_ALPHABETS' }
  const unusual = { code: 'auth.UNUSUAL_LETTERS' }
  const reserved = { code: 'auth.RESERVED_NAME' }
  it.each([
    ['', empty],
    ['   ', empty],
    ['x'.repeat(65), long],
    ['ad\0min', controls],
    ['ad\nmin', controls],
    ['ad\u200bmin', controls],
    ['ad\u202emin', controls],
    ['ad\u3164min', controls],
    ['ad\u00a0min', controls],
    ['ad\ud800min', controls],
    ['\u0430dmin', mixed],
    ['adm\u03bfn', mixed],
    ['\u0251dmin', unusual],
    ['\u1d00dmin', unusual],
    ['\ua731ystem', unusual],
    ['ａｄｍｉｎ', unusual],
    ['\u2c65dmin', unusual],
    ['System', reserved],
    ['anonymous', reserved],
  ])('rejects %j', (text, rule) => {
    expect(() => check(text)).toThrow(
      expect.objectContaining({ status: 422, fields: [expect.objectContaining({ field: 'new_username', ...rule })] }),
    )
  })
})

describe('usernameKey', () => {
  it.each(['ADMIN', 'ａｄｍｉｎ', 'adm\u0131n', 'Admin'])('treats %s as admin', (name) =>
    expect(usernameKey(name)).toBe('admin'),
  )
  it('keeps different names apart', () => expect(usernameKey('admin1')).not.toBe(usernameKey('admin')))
})

import { describe, expect, it } from 'vitest'
import { encodeDetail } from './audit-detail.ts'

const parsed = (detail: Record<string, unknown>) => JSON.parse(encodeDetail(detail) as string)

describe('encodeDetail', () => {
  it('stores null for an empty detail', () => {
    expect(encodeDetail(undefined)).toBeNull()
    expect(encodeDetail({})).toBeNull()
    expect(encodeDetail({ gone: undefined })).toBeNull()
  })

  it('keeps plain members', () => {
    const detail = { id: 'a', count: 3, ok: true, none: null, list: ['x', { y: 1 }], key_prefix: 'ab', exit_code: 1 }
    expect(parsed(detail)).toEqual(detail)
  })

  it.each(['password', 'new_password', 'totp_code', 'Authorization', 'run_token', 'client_secret', 'recovery_codes'])(
    'redacts a member called %s, at any depth',
    (name) => {
      expect(parsed({ [name]: 'hunter2', inner: [{ [name]: 'hunter2' }] })).toEqual({
        [name]: '[redacted]',
        inner: [{ [name]: '[redacted]' }],
      })
    },
  )

  it('redacts API keys and bearer tokens inside text', () => {
    expect(parsed({ note: 'used svc_abcdefghijklmnop1234 and Bearer abc.def' })).toEqual({
      note: 'used [redacted] and [redacted]',
    })
  })

  it('truncates long text between characters', () => {
    expect(parsed({ text: '😀'.repeat(600) })).toEqual({ text: `${'😀'.repeat(512)}…` })
    expect(parsed({ text: '😀'.repeat(512) })).toEqual({ text: '😀'.repeat(512) })
  })

  it('stays below 4 KiB and marks what was truncated', () => {
    const detail = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`n${i}`, 'é'.repeat(100)]))
    const text = encodeDetail(detail) as string
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
    expect(JSON.parse(text)).toMatchObject({ n0: 'é'.repeat(100), truncated: true })
  })

  it('marks truncated lists and objects', () => {
    const list = Array.from({ length: 101 }, (_, i) => i)
    const members = Object.fromEntries(list.map((i) => [`n${i}`, i]))
    expect(parsed({ list, last: 1 })).toEqual({ list: list.slice(0, 100), last: 1, truncated: true })
    expect(parsed({ inner: { members } })).toMatchObject({ truncated: true })
    expect(parsed({ list: list.slice(0, 100) })).not.toHaveProperty('truncated')
  })

  it('limits depth, also of cycles', () => {
    const loop: Record<string, unknown> = { id: 1n }
    loop.self = loop
    expect(parsed(loop)).toEqual({ id: '1', self: { id: '1', self: { id: '1', self: { id: '1', self: '…' } } } })
  })
})

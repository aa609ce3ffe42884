import { expect, it } from 'vitest'
import { toCsvRows } from './entry-rows.ts'

it('shows codes beside texts', () => {
  const entry = {
    id: 7,
    user_id: 'u',
    user_label: 'root',
    action: 'login',
    detail: null,
    ip: '::1',
    created_at: '2026-01-31T12:00:00Z',
  }
  const [head, row] = toCsvRows([entry], () => 'Signed in')
  expect(row).toEqual(['7', '2026-01-31T12:00:00Z', 'login', 'Signed in', 'u', 'root', '::1', ''])
  expect(row).toHaveLength(head?.length ?? 0)
})

import type { FirewallBlock } from '@svc/plugin-firewall/contract'
import { describe, expect, it } from 'vitest'
import { editDraftOf, emptyBlock, inputOf, patchOf, problemsOf, restoredInput } from './block-draft.ts'

const now = Date.parse('2026-05-01T12:00:00Z')
const block = {
  ...{ target: '198.51.100.7', cover_type: 'include', server_ids: ['s1'], comment: 'scans' },
  expires_at: '2026-05-01T13:00:00Z',
} as FirewallBlock

describe('a new block', () => {
  it('names servers only where they are chosen', () => {
    const draft = { ...emptyBlock(' 198.51.100.7 '), servers: ['s1'], comment: ' ' }
    expect(inputOf(draft)).toEqual({
      ...{ target: '198.51.100.7', cover_type: 'all', server_ids: null, comment: null, expires_in: 86_400 },
    })
    expect(inputOf({ ...draft, cover: 'exclude', lifetime: 'never' })).toMatchObject({
      ...{ cover_type: 'exclude', server_ids: ['s1'], expires_in: null },
    })
  })

  it('needs a target, and servers unless it is for all', () => {
    expect(problemsOf(emptyBlock('::1'))).toEqual({})
    expect(Object.keys(problemsOf({ ...emptyBlock(), cover: 'include' }))).toEqual(['target', 'server_ids'])
  })
})

it('a removed block comes back with the rest of its lifetime, which the API accepts', () => {
  expect(restoredInput(block, now)).toEqual({
    ...{ target: '198.51.100.7', cover_type: 'include', server_ids: ['s1'], comment: 'scans', expires_in: 3600 },
  })
  expect(restoredInput(block, now + 3_599_000).expires_in).toBe(60)
  expect(restoredInput({ ...block, expires_at: null }, now).expires_in).toBe(null)
})

it('an edited block keeps its expiry unless another is chosen', () => {
  const draft = editDraftOf(block)
  expect(patchOf({ ...draft, comment: '' })).toEqual({ comment: null })
  expect(patchOf({ ...draft, lifetime: '3600' })).toEqual({ comment: 'scans', expires_in: 3600 })
  expect(patchOf({ ...draft, lifetime: 'never' })).toEqual({ comment: 'scans', expires_in: null })
})

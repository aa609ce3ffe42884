import { describe, expect, it } from 'vitest'
import { type Draft, emptyDraft, newGroup, parseTags, problemsOf, toRequestBody } from './draft.ts'

const draft = (patch: Partial<Draft>): Draft => ({ ...emptyDraft, name: 'edge-1', ...patch })

describe('parsing tags', () => {
  it('splits at spaces and commas, including Chinese ones', () => {
    expect(parseTags(' web, prod  web，db、a.b ')).toEqual(['a.b', 'db', 'prod', 'web'])
    expect(parseTags(' , ')).toEqual([])
  })

  it.each([
    ['a b c d e f g h', undefined],
    ['a b c d e f g h i', 'problem.manyTags'],
    ['abcdefghijklmnop', undefined],
    ['abcdefghijklmnopq', 'problem.tags'],
    ['生产', 'problem.tags'],
    ['a/b', 'problem.tags'],
    ['A_b-c.9', undefined],
  ])('%s: %s', (tags, problem) => {
    expect(problemsOf(draft({ tags })).tags).toBe(problem)
  })
})

describe('the form', () => {
  it('requires a name, also for a new group', () => {
    expect(problemsOf(emptyDraft)).toEqual({ name: 'problem.empty' })
    expect(problemsOf(draft({ name: ' '.repeat(5) }))).toEqual({ name: 'problem.empty' })
    expect(problemsOf(draft({ name: 'x'.repeat(129) }))).toEqual({ name: 'problem.long' })
    expect(problemsOf(draft({ group: newGroup }))).toEqual({ groupName: 'problem.empty' })
    expect(problemsOf(draft({ group: 'g1' }))).toEqual({})
  })

  it('creates equal requests from equal drafts', () => {
    const typed = draft({ name: ' edge-1 ', tags: 'b a', remark: '  ' })
    expect(toRequestBody(typed, 'id-1', null)).toEqual({
      onboarding_request_id: 'id-1',
      name: 'edge-1',
      tags: ['a', 'b'],
      ttl_secs: 600,
      group_id: null,
      remark: null,
    })
    expect(toRequestBody(typed, 'id-1', null)).toEqual(toRequestBody(draft({ tags: 'a, b' }), 'id-1', null))
    const full = draft({ publicRemark: ' for you ', billing: { ...emptyDraft.billing, limit: '1', limitUnit: 'TiB' } })
    expect(toRequestBody(full, 'id-1', null)).toMatchObject({ public_remark: 'for you', traffic_limit: 2 ** 40 })
  })
})

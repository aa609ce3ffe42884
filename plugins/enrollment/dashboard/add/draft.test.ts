import { describe, expect, it } from 'vitest'
import { bodyOf, type Draft, emptyDraft, newGroup, parseTags, problemsOf } from './draft.ts'

const draft = (patch: Partial<Draft>): Draft => ({ ...emptyDraft, name: 'edge-1', ...patch })

describe('tags as typed', () => {
  it('are divided by spaces and commas, the Chinese ones too', () => {
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
  it('wants a name, and one for a new group', () => {
    expect(problemsOf(emptyDraft)).toEqual({ name: 'problem.empty' })
    expect(problemsOf(draft({ name: ' '.repeat(5) }))).toEqual({ name: 'problem.empty' })
    expect(problemsOf(draft({ name: 'x'.repeat(129) }))).toEqual({ name: 'problem.long' })
    expect(problemsOf(draft({ group: newGroup }))).toEqual({ groupName: 'problem.empty' })
    expect(problemsOf(draft({ group: 'g1' }))).toEqual({})
  })

  it('makes equal requests of equal drafts', () => {
    const typed = draft({ name: ' edge-1 ', tags: 'b a', remark: '  ' })
    expect(bodyOf(typed, 'id-1', null)).toEqual({
      onboarding_request_id: 'id-1',
      name: 'edge-1',
      tags: ['a', 'b'],
      ttl_secs: 600,
      group_id: null,
      remark: null,
    })
    expect(bodyOf(typed, 'id-1', null)).toEqual(bodyOf(draft({ tags: 'a, b' }), 'id-1', null))
    const full = draft({ publicRemark: ' for you ', billing: { ...emptyDraft.billing, limit: '1', limitUnit: 'TiB' } })
    expect(bodyOf(full, 'id-1', null)).toMatchObject({ public_remark: 'for you', traffic_limit: 2 ** 40 })
  })
})

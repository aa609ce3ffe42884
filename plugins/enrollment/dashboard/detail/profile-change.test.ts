import { describe, expect, it } from 'vitest'
import { newGroup } from '../add/draft.ts'
import { noBilling } from '../server/billing.ts'
import { changesOf, type Profile, problemsOf } from './profile-change.ts'

const before: Profile = {
  name: 'edge-1',
  group: 'g1',
  groupName: '',
  tags: 'prod',
  remark: 'old note',
  publicRemark: '',
  weight: '0',
  hidden: false,
  country: 'DE',
  billing: noBilling,
}

describe('the request', () => {
  it('is empty if nothing changed', () => {
    expect(changesOf(before, { ...before, name: ' edge-1 ' }, 'g1')).toEqual({})
  })

  it('contains the changed fields; null clears', () => {
    const after = { ...before, name: 'edge-2', remark: ' ', weight: '-5', hidden: true, country: '' }
    expect(changesOf(before, after, null)).toEqual({
      name: 'edge-2',
      group_id: null,
      remark: null,
      weight: -5,
      hidden: true,
      country_code: null,
    })
  })

  it('contains changed billing fields', () => {
    const after = { ...before, billing: { ...noBilling, price: '9.90', currency: 'EUR' } }
    expect(changesOf(before, after, 'g1')).toEqual({ price: 9.9, currency: 'EUR' })
  })

  it('contains the id of a newly created group', () => {
    expect(changesOf(before, { ...before, group: newGroup, groupName: 'Lab' }, 'g9')).toEqual({ group_id: 'g9' })
  })
})

describe('validation', () => {
  it.each([
    ['weight', '1.5', 'problem.weight'],
    ['weight', '', 'problem.weight'],
    ['weight', '1000001', 'problem.weight'],
    ['weight', '-1000000', undefined],
    ['name', '', 'problem.empty'],
    ['country', 'D', 'problem.country'],
  ] as const)('%s %j: %s', (field, value, problem) => {
    expect(problemsOf({ ...before, [field]: value })[field]).toBe(problem)
  })
})

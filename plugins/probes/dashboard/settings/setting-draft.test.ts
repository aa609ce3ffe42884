import { describe, expect, it } from 'vitest'
import { parseProbesSearch } from '../search.ts'
import { draftOf, invalidFields, isDirty, settingOf } from './setting-draft.ts'

const setting = { interval: 60, packet_count: 10, default_target_ids: ['a', 'b'] }
const draft = draftOf(setting)

describe('the draft of the settings', () => {
  it('has the values it was created from', () => {
    expect(settingOf(draft)).toEqual(setting)
    expect(isDirty(draft, setting)).toBe(false)
    expect(invalidFields(draft)).toEqual([])
  })

  it.each([{ interval: '61' }, { packet_count: '5' }, { default_target_ids: ['a'] }])('is dirty after %j', (change) => {
    expect(isDirty({ ...draft, ...change }, setting)).toBe(true)
  })

  it('is not dirty after reordering or adding blanks', () => {
    expect(isDirty({ ...draft, interval: ' 60 ', default_target_ids: ['b', 'a'] }, setting)).toBe(false)
  })

  it.each(['', '29', '601', '1e2', '60.5', '-60', 'soon'])('rejects an interval of %j', (interval) => {
    expect(invalidFields({ ...draft, interval })).toEqual(['interval'])
  })

  it.each(['4', '21'])('rejects %s packets per round', (packet_count) => {
    expect(invalidFields({ ...draft, packet_count })).toEqual(['packet_count'])
  })

  it('has a limit of 20 targets', () => {
    const default_target_ids = Array.from({ length: 21 }, (_, index) => `t${index}`)
    expect(invalidFields({ ...draft, default_target_ids })).toEqual(['default_target_ids'])
  })
})

describe('the search parameters of the settings', () => {
  it('contain the tab and the group', () => {
    const search = { tab: 'setting', q: 'tibet', group: 'own' }
    expect(parseProbesSearch(search)).toEqual(search)
  })

  it('ignore invalid values', () => {
    expect(parseProbesSearch({ tab: 'targets', q: '', group: '<b>', other: 'x' })).toEqual({})
  })
})

import { describe, expect, it } from 'vitest'
import { findGroupProblems, toBuiltInInput, toGroupDraft, toGroupInput } from './group-draft.ts'

const draft = { ...toGroupDraft(undefined), name: 'On call' }

it('a new group collects alerts of one server group for 20 seconds', () => {
  expect(toGroupInput(draft)).toEqual({
    ...{ name: 'On call', notification_ids: [], wait_seconds: 20, group_by: ['server_group'] },
    ...{ quiet_hours: null, escalation: null },
  })
})

it('a stored group stays the same', () => {
  const stored = {
    ...{
      id: 'g',
      built_in: false,
      name: 'Night',
      notification_ids: ['c'],
      notification_ids_json: '["c"]',
      rules: 0,
      created_at: '',
    },
    ...{ wait_seconds: 0, group_by: ['location' as const], quiet_hours: { from: '20:00', to: '06:30' } },
    escalation: { after_minutes: 5, group_id: 'boss' },
  }
  const { id: _, built_in: _____, notification_ids_json: __, rules: ___, created_at: ____, ...input } = stored
  expect(toGroupInput(toGroupDraft(stored))).toEqual(input)
  const { name: ______, notification_ids: _______, ...settings } = input
  expect(toBuiltInInput(toGroupDraft(stored))).toEqual(settings)
})

describe('problems', () => {
  it.each([
    [{ name: ' ' }, ['name']],
    [{ wait_seconds: '601' }, ['wait_seconds']],
    [{ wait_seconds: '' }, ['wait_seconds']],
    [{ wait_seconds: '1.5' }, ['wait_seconds']],
    [{ has_quiet_hours: true, from: '', to: '' }, ['quiet_hours.from', 'quiet_hours.to']],
    [{ has_quiet_hours: true, from: '07:00', to: '07:00' }, ['quiet_hours.to']],
    [{ escalation_group_id: 'boss', after_minutes: '0' }, ['escalation.after_minutes']],
    [{ after_minutes: '' }, []],
    [{ from: '' }, []],
  ])('%j', (change, fields) => {
    expect(Object.keys(findGroupProblems({ ...draft, ...change }))).toEqual(fields)
  })
})

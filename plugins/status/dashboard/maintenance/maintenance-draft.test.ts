import type { Maintenance } from '@svc/plugin-status/contract'
import { describe, expect, it, test } from 'vitest'
import { draftErrors, newDraft, toDraft, toInput } from './maintenance-draft.ts'

const berlin = 'Europe/Berlin'
const draft = { ...newDraft(Date.UTC(2026, 4, 1, 12, 5), berlin), title: 'Upgrade' }

test('a new window is from the next full hour', () => {
  expect([draft.start, draft.end]).toEqual(['2026-05-01T15:00', '2026-05-01T17:00'])
})

test('a window is edited in its own time zone', () => {
  const window: Maintenance = {
    ...{ id: 'm', title: 'Upgrade', description: null, recurrence: 'FREQ=WEEKLY;BYDAY=SU', timezone: berlin },
    ...{ start_at: '2026-05-03T00:00:00Z', end_at: '2026-05-03T02:00:00Z', all_servers: false, server_ids: ['a'] },
    ...{ server_ids_json: '["a"]', is_public: true, active: false, state: 'inactive', current: null, next: null },
    ...{ created_at: '2026-05-01T00:00:00Z', updated_at: '2026-05-01T00:00:00Z' },
  }
  expect(toDraft(window)).toMatchObject({ start: '2026-05-03T02:00', end: '2026-05-03T04:00', days: ['SU'] })
  const { title, description, recurrence, timezone, start_at, end_at, is_public, active } = window
  expect(toInput(toDraft(window))).toEqual({
    ...{ title, description, recurrence, timezone, start_at, end_at, is_public, active },
    server_ids_json: ['a'],
  })
})

describe('a draft', () => {
  it('without mistakes has no errors', () => expect(draftErrors(draft)).toEqual({}))
  it.each([
    [{ title: ' ' }, { title: 'maintenance.titleRequired' }],
    [{ start: '' }, { start: 'maintenance.timeRequired' }],
    [{ end: draft.start }, { end: 'maintenance.endBeforeStart' }],
    [{ repeats: 'DAILY', interval: '0' }, { interval: 'maintenance.intervalRange' }],
    [{ repeats: 'custom' }, { custom: 'maintenance.ruleRequired' }],
    [{ scope: 'chosen' }, { servers: 'maintenance.serversRequired' }],
  ] as const)('with %o has errors', (change, errors) => expect(draftErrors({ ...draft, ...change })).toEqual(errors))
})

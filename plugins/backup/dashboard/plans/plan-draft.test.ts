import { expect, it } from 'vitest'
import type { Plan } from '../../src/plans/plan-schema.ts'
import { emptyDraft, needsProof, problemsOf, toDraft, toInput } from './plan-draft.ts'

const bucket = {
  kind: 's3',
  endpoint: 'https://s3.example.com',
  region: 'eu-1',
  bucket: 'backups',
  prefix: 'one',
  access_key_id: 'id',
} as const
const plan: Plan = {
  id: '1',
  name: 'Nightly',
  enabled: true,
  schedule: { frequency: 'hourly', time: '00:05', weekday: 3, day: 9 },
  keep_last: null,
  keep_days: 30,
  notification_group_id: 'g',
  destination: bucket,
  created_at: '2026-01-01T00:00:00Z',
  next_run_at: null,
  is_running: false,
  last_run: null,
  last_success_at: null,
}

it('edits a plan without touching its destination and secrets', () => {
  const draft = { ...toDraft(plan), name: 'Other' }
  expect([needsProof(draft, plan), problemsOf(draft, plan, 'password')]).toEqual([false, {}])
  expect(toInput(draft, plan, 'password')).toEqual({
    name: 'Other',
    schedule: plan.schedule,
    keep_last: null,
    keep_days: 30,
    notification_group_id: 'g',
  })
})

it('sends a new destination with the proof, and asks for the key of another store', () => {
  const moved = { ...toDraft(plan), prefix: '/two/', proof: 'secret' }
  expect([problemsOf(moved, plan, 'code'), toInput(moved, plan, 'code')]).toEqual([
    {},
    expect.objectContaining({ code: 'secret', destination: { ...bucket, prefix: 'two' } }),
  ])
  const elsewhere = { ...toDraft(plan), endpoint: 'https://other.example.com' }
  expect(problemsOf(elsewhere, plan, 'password')).toEqual({
    secretAccessKey: 'problem.required',
    proof: 'proof.missing.password',
  })
})

it('checks a new plan', () => {
  const empty = emptyDraft('/data/backups', null)
  expect(problemsOf(empty, undefined, 'password')).toEqual({
    name: 'problem.required',
    passphrase: 'passphrase.short',
    proof: 'proof.missing.password',
  })
  const typed = { ...empty, name: 'a', passphrase: 'correct horse', repeated: 'correct horze', proof: 'x' }
  expect(problemsOf(typed, undefined, 'password')).toEqual({ repeated: 'passphrase.different' })
  const wrong = {
    ...typed,
    repeated: typed.passphrase,
    frequency: 'monthly',
    time: '',
    day: '31',
    keepLast: '0',
    keepDays: 'x',
  } as const
  expect(problemsOf(wrong, undefined, 'password')).toEqual({
    time: 'problem.time',
    day: 'problem.day',
    keepLast: 'problem.keepLast',
    keepDays: 'problem.keepDays',
  })
})

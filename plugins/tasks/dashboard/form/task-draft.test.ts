import { expect, it } from 'vitest'
import { emptyDraft, problemsOf, toInput } from './task-draft.ts'

const valid = { ...emptyDraft, command: 'uptime', servers: ['a'] }

it('converts a draft to what the API expects', () => {
  expect(toInput({ ...valid, name: ' ', tags: 'web, db', parallel: '2', runMissed: true })).toMatchObject({
    task_type: 'scheduled',
    name: null,
    server_ids: ['a'],
    tags: ['web', 'db'],
    cron_expression: '0 0 3 * * *',
    timeout: 300,
    max_parallel: 2,
    run_missed: true,
  })
  expect(toInput({ ...valid, type: 'oneshot', runMissed: true })).toMatchObject({
    cron_expression: null,
    max_parallel: null,
    run_missed: false,
  })
})

it('finds what is missing or out of range', () => {
  expect(problemsOf(valid)).toEqual({})
  expect(
    problemsOf({ ...emptyDraft, cron: '* * *', timeout: '0', retries: '11', retryInterval: 'x', parallel: '0' }),
  ).toEqual({
    command: 'problem.command',
    servers: 'problem.targets',
    cron: 'problem.cron',
    timeout: 'problem.seconds',
    retries: 'problem.retries',
    retryInterval: 'problem.seconds',
    parallel: 'problem.parallel',
  })
  expect(problemsOf({ ...valid, servers: [], tags: 'web' })).toEqual({})
})

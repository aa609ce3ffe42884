import type { PingTask } from '@svc/plugin-probes/contract'
import { describe, expect, it } from 'vitest'
import { parsePingSearch } from '../search.ts'
import { draftOf, emptyTask, inputOf, problemsOf, type TaskDraft } from './task-draft.ts'

const sound: TaskDraft = { ...emptyTask, name: ' Gateway ', target: ' 192.0.2.1 ' }

describe('the draft of a task', () => {
  it.each<[Partial<TaskDraft>, object]>([
    [{}, {}],
    [{ name: '  ' }, { name: 'sdk:rules.empty' }],
    [{ target: '' }, { target: 'sdk:rules.empty' }],
    [{ interval: '4' }, { interval: 'ping.badInterval' }],
    [{ interval: '5' }, {}],
    [{ interval: '86400' }, {}],
    [{ interval: '86401' }, { interval: 'ping.badInterval' }],
    [{ interval: '1.5' }, { interval: 'ping.badInterval' }],
    [{ interval: '1e3' }, { interval: 'ping.badInterval' }],
    [{ scope: 'some' }, { server_ids: 'ping.noServers' }],
    [{ scope: 'some', servers: ['a'] }, {}],
  ])('with %o has the problems %o', (patch, problems) => {
    expect(problemsOf({ ...sound, ...patch })).toEqual(problems)
  })

  it('is trimmed, and sent without servers if it applies to all', () => {
    const sent = { name: 'Gateway', probe_type: 'icmp', target: '192.0.2.1', interval: 60 }
    expect(inputOf({ ...sound, servers: ['a'] })).toEqual({ ...sent, server_ids: [] })
    expect(inputOf({ ...sound, scope: 'some', servers: ['a'] })).toEqual({ ...sent, server_ids: ['a'] })
  })

  it('is unchanged after a round trip through the stored task', () => {
    const task: PingTask = {
      id: 't',
      name: 'Gateway',
      probe_type: 'tcp',
      target: 'a:1',
      interval: 30,
      enabled: true,
      server_ids: ['a', 'b'],
      server_ids_json: '["a","b"]',
      created_at: '2026-01-01T00:00:00Z',
    }
    const { name, probe_type, target, interval, server_ids } = task
    expect(inputOf(draftOf(task))).toEqual({ name, probe_type, target, interval, server_ids })
    expect(draftOf({ ...task, server_ids: [] }).scope).toBe('all')
  })
})

it('the search parameters contain the open task and ignore invalid values', () => {
  expect(parsePingSearch({ task: 'a-1', server: 'b', hours: '24' })).toEqual({ task: 'a-1', server: 'b', hours: '24' })
  expect(parsePingSearch({ task: '../x', hours: '7' })).toEqual({})
})

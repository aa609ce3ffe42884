import { describe, expect, it } from 'vitest'
import { exitCodeOf, exitReasonOf, hasProblem, healthOf, shortStatus, stateOf, toneOf } from './container-state.ts'

const up = { state: 'running', status: 'Up 2 hours' }
const exited = (exit_code: number | undefined, status = 'Exited') => ({ state: 'exited', status, exit_code })

describe('the health', () => {
  it.each([
    [{ ...up, health: 'unhealthy' }, 'unhealthy'],
    [{ ...up, status: 'Up 2 hours (healthy)' }, 'healthy'],
    [{ ...up, status: 'Up 1 second (health: starting)' }, 'starting'],
    [{ ...up, health: 'strange' }, undefined],
    [up, undefined],
  ])('of %o is %s', (container, health) => expect(healthOf(container)).toBe(health))
})

describe('the exit code', () => {
  it.each([
    [exited(7), 7],
    [exited(undefined, 'Exited (137) 5 minutes ago'), 137],
    [exited(undefined), undefined],
    [{ ...up, exit_code: 0 }, undefined],
  ])('of %o is %s', (container, code) => expect(exitCodeOf(container)).toBe(code))
})

it('unknown states are shown as unknown', () => expect(stateOf({ state: 'molten' })).toBe('unknown'))

describe('the look', () => {
  it.each([
    [up, 'on', false],
    [{ ...up, health: 'starting' }, 'pending', false],
    [{ ...up, health: 'unhealthy' }, 'danger', true],
    [{ state: 'paused', status: '' }, 'warn', false],
    [{ state: 'restarting', status: '' }, 'warn', true],
    [{ state: 'created', status: '' }, 'off', false],
    [{ state: 'created', status: '', error: 'no such file' }, 'danger', true],
    [{ state: 'dead', status: '' }, 'danger', true],
    [exited(0), 'off', false],
    [exited(137), 'off', false],
    [{ ...exited(137), oom_killed: true }, 'danger', true],
    [exited(1), 'danger', true],
  ])('of %o is %s', (container, tone, problem) => {
    expect([toneOf(container), hasProblem(container)]).toEqual([tone, problem])
  })
})

it.each([
  [exited(0), 'success'],
  [{ ...exited(137), oom_killed: true }, 'oom'],
  [exited(137), 'killed'],
  [exited(129), 'signal'],
  [exited(3), 'failure'],
  [up, undefined],
])('the exit reason of %o is %s', (container, reason) => expect(exitReasonOf(container)).toBe(reason))

it.each([
  ['Up 2 hours (healthy)', 'Up 2 hours'],
  ['Up 2 hours (Paused)', 'Up 2 hours'],
  ['Exited (137) 5 minutes ago', '5 minutes ago'],
  ['Created', 'Created'],
])('the status %s is shortened to %s', (status, short) => expect(shortStatus({ status })).toBe(short))

import { describe, expect, it } from 'vitest'
import { actionNames, actionsFor, bodyOf, isOutcome, needsConfirmation } from './actions.ts'

const choices = { timeout: 10, signal: 'SIGHUP', force: true, volumes: false }

describe('the actions for a container', () => {
  it.each([
    ['running', ['restart', 'stop', 'pause', 'kill', 'remove']],
    ['paused', ['unpause', 'stop', 'remove']],
    ['exited', ['start', 'remove']],
    ['removing', []],
  ])('that is %s', (state, expected) => expect(actionsFor({ state }, true)).toEqual(expected))

  it('leave out what agents of others do not know', () => {
    expect(actionsFor({ state: 'running' }, false)).toEqual(['restart', 'stop', 'remove'])
  })
})

it('those that interrupt or delete are confirmed', () => {
  expect(actionNames.filter(needsConfirmation)).toEqual(['restart', 'stop', 'kill', 'remove'])
})

it('bodies are those of the wire', () => {
  expect(actionNames.map((name) => bodyOf(name, choices))).toEqual([
    'Start',
    { Restart: { timeout: 10 } },
    { Stop: { timeout: 10 } },
    'Pause',
    'Unpause',
    { Kill: { signal: 'SIGHUP' } },
    { Remove: { force: true } },
  ])
  expect(bodyOf('remove', { ...choices, volumes: true })).toEqual({ Remove: { force: true, volumes: true } })
})

it('the outcome is the last event of the action on that container', () => {
  const event = { event_type: 'container', action: 'stop', actor_id: 'a' }
  expect(isOutcome('stop', 'a', event)).toBe(true)
  expect(isOutcome('stop', 'b', event)).toBe(false)
  expect(isOutcome('stop', 'a', { ...event, action: 'die' })).toBe(false)
  expect(isOutcome('remove', 'a', { ...event, action: 'destroy' })).toBe(true)
  expect(isOutcome('stop', 'a', { ...event, event_type: 'network' })).toBe(false)
})

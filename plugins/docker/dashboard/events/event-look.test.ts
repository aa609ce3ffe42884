import { describe, expect, it } from 'vitest'
import en from '../../locales/en.json'
import zh from '../../locales/zh.json'
import type { DockerEvent } from '../../src/wire.ts'
import { actionKeyOf, knownActions, subjectOf, toneOf } from './event-look.ts'

const event = (action: string, replaced: Partial<DockerEvent> = {}): DockerEvent => ({
  ...{ timestamp: 1, event_type: 'container', action, actor_id: 'ab'.repeat(32), attributes: {} },
  ...replaced,
})

it.each([
  [event('start'), 'ok'],
  [event('start', { event_type: 'network' }), 'neutral'],
  [event('die', { attributes: { exitCode: '143' } }), 'neutral'],
  [event('die', { attributes: { exitCode: '1' } }), 'danger'],
  [event('health_status: unhealthy'), 'danger'],
  [event('destroy'), 'warn'],
  [event('exec_start: sh'), 'neutral'],
])('%o is %s', (given, tone) => expect(toneOf(given)).toBe(tone))

it.each([
  [event('start', { actor_name: 'web' }), 'web'],
  [event('start', { attributes: { name: 'db' } }), 'db'],
  [event('start'), 'abababababab'],
  [event('pull', { actor_id: 'nginx:1.27', event_type: 'image' }), 'nginx:1.27'],
])('the subject of %o is %s', (given, subject) => expect(subjectOf(given)).toBe(subject))

it.each([
  ['health_status: healthy', 'healthy'],
  ['exec_create: /bin/sh -c "x: y"', 'exec'],
  ['die', 'die'],
  ['constructor', 'other'],
])('the text of %s is %s', (action, key) => expect(actionKeyOf(action)).toBe(key))

describe.each([
  ['English', en],
  ['Chinese', zh],
])('in %s', (_, { events }) => {
  it('every action has a text', () => {
    const all = [...knownActions, 'other']
    expect(Object.keys(events.actions).sort()).toEqual([...all].sort())
  })
})

import { secretMask } from '@svc/protocol'
import { expect, it } from 'vitest'
import { toEvent } from './events.ts'

it('an event of the daemon becomes one of ours', () => {
  const event = {
    status: 'die',
    id: 'a'.repeat(64),
    from: 'bb:1',
    Type: 'container',
    Action: 'die',
    Actor: { ID: 'a'.repeat(64), Attributes: { exitCode: '1', image: 'bb:1', name: 'web', 'api-key': 'hunter2' } },
    scope: 'local',
    time: 1_795_449_141,
    timeNano: 1_795_449_141_123_456_789n,
  }
  expect(toEvent(event)).toEqual({
    timestamp: 1_795_449_141,
    event_type: 'container',
    action: 'die',
    actor_id: 'a'.repeat(64),
    actor_name: 'web',
    attributes: { exitCode: '1', image: 'bb:1', name: 'web', 'api-key': secretMask },
  })
})

it('its attributes are limited, those that name the container come first', () => {
  const labels = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`org.example.${n}`, 'x'.repeat(500)]))
  const { attributes } = toEvent({
    Actor: { Attributes: { ...labels, name: 'web', 'com.docker.compose.project': 'shop' } },
  })
  expect(attributes).toMatchObject({ name: 'web', 'com.docker.compose.project': 'shop' })
  expect(JSON.stringify(attributes).length).toBeLessThan(5000)
})

it('an event without details is one as well', () => {
  expect(toEvent({})).toEqual({
    timestamp: 0,
    event_type: '',
    action: '',
    actor_id: '',
    actor_name: null,
    attributes: {},
  })
})

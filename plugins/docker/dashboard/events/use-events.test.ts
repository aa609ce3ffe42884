import { expect, it } from 'vitest'
import type { DockerEvent } from '../../src/wire.ts'
import { mergeEvents } from './use-events.ts'

const event = (timestamp: number, action = 'start'): DockerEvent => ({
  ...{ timestamp, action, event_type: 'container', actor_id: 'a', attributes: {} },
})

it('events are shown once, newest first', () => {
  const merged = mergeEvents([event(3), event(2, 'die')], [event(3), event(2), event(1)])
  expect(merged.map(({ timestamp, action }) => [timestamp, action])).toEqual([
    [3, 'start'],
    [2, 'die'],
    [2, 'start'],
    [1, 'start'],
  ])
})

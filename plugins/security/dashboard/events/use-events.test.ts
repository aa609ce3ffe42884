import { expect, it } from 'vitest'
import { makeEvent } from '../testing/event.ts'
import { mergeEvents } from './use-events.ts'

it('events are shown once, the latest to arrive first', () => {
  const at = (second: number, id: string) => makeEvent({ id, created_at: `2026-05-01T12:00:0${second}Z` })
  const merged = mergeEvents([at(3, '12'), at(2, '9')], [at(2, '10'), at(2, '9'), at(1, '2')])
  expect(merged.map(({ id }) => id)).toEqual(['12', '10', '9', '2'])
})

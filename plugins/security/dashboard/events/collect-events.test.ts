import { expect, it } from 'vitest'
import { makeEvent } from '../testing/event.ts'
import { collectEvents, toCsvRows } from './collect-events.ts'

const all = Array.from({ length: 450 }, (_, index) => makeEvent({ id: String(450 - index) }))
const read = async ({ limit, cursor }: { limit: number; cursor: string | undefined }) => {
  const start = Number(cursor ?? 0)
  const end = Math.min(all.length, start + limit)
  return { items: all.slice(start, end), next_cursor: end < all.length ? String(end) : null }
}
const filter = { since: '2026-05-01T00:00:00Z' } as never

it('all pages are read, each event once', async () => {
  const progress: number[] = []
  const { events, isComplete } = await collectEvents({ filter, read, onProgress: (count) => progress.push(count) })
  expect(events).toEqual(all)
  expect([isComplete, progress]).toEqual([true, [200, 400, 450]])
})

it('no more than the limit are read', async () => {
  const { events, isComplete } = await collectEvents({ filter, read, max: 300 })
  expect([events.length, isComplete]).toEqual([300, false])
})

it('rows have the evidence, and the summary of the reader', () => {
  const rows = toCsvRows([makeEvent({ source_port: null })], () => 'alice signed in', new Map([['s1', 'web']]))
  expect(rows[1]).toEqual([
    ...[
      '1',
      '2026-05-01T12:00:00Z',
      '2026-05-01T12:00:00Z',
      '2026-05-01T12:00:01Z',
      's1',
      'web',
      'ssh_login',
      'medium',
    ],
    ...['alice signed in', '198.51.100.7', '', 'alice', 'true', 'journal'],
    '{"kind":"ssh_login","auth_method":"publickey","repeats":null,"learning":null}',
  ])
  expect(rows[0]).toHaveLength(rows[1]?.length ?? 0)
})

import type { AuditLogEntry } from '@svc/plugin-system/contract'
import { expect, it } from 'vitest'
import { collectEntries } from './collect-entries.ts'

const until = '2026-01-31T12:00:00Z'
const filter = { action: undefined, user_id: undefined, q: undefined, from: undefined, to: undefined }
const entry = (id: number) => ({ id }) as AuditLogEntry

/** A log of `size` entries; `between` runs after each page was read. */
function log(size: number, between: (ids: number[]) => void = () => undefined) {
  const ids = Array.from({ length: size }, (_, index) => size - index)
  const requests: { limit: number; offset: number; to: string | undefined }[] = []
  return {
    requests,
    read: ({ limit, offset, to }: { limit: number; offset: number; to: string | undefined }) => {
      requests.push({ limit, offset, to })
      const page = { entries: ids.slice(offset, offset + limit).map(entry), total: ids.length }
      between(ids)
      return Promise.resolve(page)
    },
  }
}

it('reads all pages', async () => {
  const { read, requests } = log(450)
  const { entries, total } = await collectEntries({ filter, until, read })
  expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, index) => 450 - index))
  expect(total).toBe(450)
  expect(requests.map(({ offset }) => offset)).toEqual([0, 200, 400])
  expect(requests.every(({ to }) => to === until)).toBe(true)
})

it('stops at the limit and reports the total', async () => {
  const { read, requests } = log(1000)
  const shares: number[] = []
  const { entries, total } = await collectEntries({
    ...{ filter, until, read, max: 300 },
    onProgress: (read, total) => shares.push(read / total),
  })
  expect([entries.length, total]).toEqual([300, 1000])
  expect(requests.map(({ limit }) => limit)).toEqual([200, 100])
  expect(shares).toEqual([200 / 300, 1])
})

it('skips duplicates when entries move to the next page, and ends when the log is cleared', async () => {
  let next = 10_000
  const growing = log(300, (ids) => ids.unshift(next++))
  const { entries } = await collectEntries({ filter, until, read: growing.read })
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  expect(entries.at(-1)?.id).toBe(1)
  const cleared = log(900, (ids) => ids.splice(0))
  expect((await collectEntries({ filter, until, read: cleared.read })).entries).toHaveLength(200)
})

it('keeps an end before now', async () => {
  const { read, requests } = log(1)
  await collectEntries({ filter: { ...filter, to: '2026-01-01T00:00:00Z' }, until, read })
  expect(requests[0]?.to).toBe('2026-01-01T00:00:00Z')
})

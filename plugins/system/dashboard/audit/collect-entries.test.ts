import type { AuditLogEntry } from '@svc/plugin-system/contract'
import { expect, it } from 'vitest'
import { collectEntries } from './collect-entries.ts'

const until = '2026-01-31T12:00:00Z'
const filter = { action: undefined, user_id: undefined, q: undefined, from: undefined, to: undefined }
const entry = (id: number) => ({ id }) as AuditLogEntry

/** A log of `size` entries; `between` runs after each page was read. */
function log(size: number, between: (ids: number[]) => void = () => undefined) {
  const ids = Array.from({ length: size }, (_, index) => size - index)
  const asked: { limit: number; offset: number; to: string | undefined }[] = []
  return {
    asked,
    read: ({ limit, offset, to }: { limit: number; offset: number; to: string | undefined }) => {
      asked.push({ limit, offset, to })
      const page = { entries: ids.slice(offset, offset + limit).map(entry), total: ids.length }
      between(ids)
      return Promise.resolve(page)
    },
  }
}

it('reads page by page until all are there', async () => {
  const { read, asked } = log(450)
  const { entries, total } = await collectEntries({ filter, until, read })
  expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, index) => 450 - index))
  expect(total).toBe(450)
  expect(asked.map(({ offset }) => offset)).toEqual([0, 200, 400])
  expect(asked.every(({ to }) => to === until)).toBe(true)
})

it('stops at the bound and tells how many there are', async () => {
  const { read, asked } = log(1000)
  const shares: number[] = []
  const { entries, total } = await collectEntries({
    ...{ filter, until, read, max: 300 },
    onProgress: (got, wanted) => shares.push(got / wanted),
  })
  expect([entries.length, total]).toEqual([300, 1000])
  expect(asked.map(({ limit }) => limit)).toEqual([200, 100])
  expect(shares).toEqual([200 / 300, 1])
})

it('meets an entry once when others push it to the next page, and ends when the log is cleared', async () => {
  let next = 10_000
  const growing = log(300, (ids) => ids.unshift(next++))
  const { entries } = await collectEntries({ filter, until, read: growing.read })
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  expect(entries.at(-1)?.id).toBe(1)
  const cleared = log(900, (ids) => ids.splice(0))
  expect((await collectEntries({ filter, until, read: cleared.read })).entries).toHaveLength(200)
})

it('keeps an end that lies before now', async () => {
  const { read, asked } = log(1)
  await collectEntries({ filter: { ...filter, to: '2026-01-01T00:00:00Z' }, until, read })
  expect(asked[0]?.to).toBe('2026-01-01T00:00:00Z')
})

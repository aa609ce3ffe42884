import { fakeServer } from '@svc/widget-sdk/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeReload } from './reload.ts'
import { ServerStore } from './server-store.ts'

const count = 200
const ids = Array.from({ length: count }, (_, n) => `s${n}`)
let store: ServerStore
let requests: string[]

beforeEach(() => {
  requests = []
  store = new ServerStore(
    (flush) => flush(),
    (end) => end(),
  )
  store.fullSync(ids.map((id) => fakeServer({ id, tags: ['old'] })))
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    const data = url.endsWith('/tags') ? ['new'] : url === '/api/server-tags' ? tagsOfAll : records
    return Response.json({ data })
  })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const records = ids.map((id) => ({ ...fakeServer({ id }), effective_capabilities: null }))
const tagsOfAll = Object.fromEntries(ids.map((id) => [id, ['new']]))

it('takes two requests for the tags of any number of servers', async () => {
  const done = makeReload(store)(ids)
  await vi.runAllTimersAsync()
  await done
  expect(store.list().map(({ tags }) => tags.join())).toEqual(ids.map(() => 'new'))
  expect(requests.length).toBeLessThanOrEqual(2)
})

it('takes one request if no tags may have changed', async () => {
  await makeReload(store)([])
  expect(requests).toEqual(['/api/servers'])
  expect(store.get('s0')?.tags).toEqual(['old'])
})

it('combines the changes of a reload that is running into one more', async () => {
  const reload = makeReload(store)
  const runs = ids.map((id) => reload([id]))
  await vi.runAllTimersAsync()
  await Promise.all(runs)
  expect(requests.filter((url) => url === '/api/servers')).toHaveLength(2)
})

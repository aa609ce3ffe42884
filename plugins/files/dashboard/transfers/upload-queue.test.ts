import { ApiError } from '@svc/dashboard-sdk'
import { expect, it, vi } from 'vitest'
import { type UploadPart, UploadQueue } from './upload-queue.ts'

const mib = 1_048_576
const failure = (status: number, code: string, params?: object) =>
  new ApiError(status, 'CODE', code, { details: { code, params } })
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A queue whose requests the test answers. */
function makeQueue() {
  const sends: {
    part: UploadPart
    onSent(bytes: number): void
    resolve(bytes: number): void
    reject(error: Error): void
  }[] = []
  const later: (() => void)[] = []
  const cancelled: string[] = []
  const made: string[] = []
  let now = 0
  const queue = new UploadQueue({
    requests: {
      send: (part, onSent) => new Promise((resolve, reject) => void sends.push({ part, onSent, resolve, reject })),
      makeDirectory: async (path) => void made.push(path),
      cancel: async (id) => void cancelled.push(id),
    },
    now: () => now,
    later: (act) => void later.push(act),
  })
  return {
    queue,
    sends,
    later,
    cancelled,
    made,
    pass: (ms: number) => {
      now += ms
    },
    states: () => queue.uploads().map(({ state }) => state),
    /** The next request. */
    async next() {
      await vi.waitFor(() => expect(sends.length).toBeGreaterThan(0))
      return sends.shift() as (typeof sends)[number]
    },
  }
}
const file = (name: string, size: number) => ({ path: `/srv/${name}`, file: new Blob([new Uint8Array(size)]) })

it('uploads two files at a time, in order', async () => {
  const { queue, next, states } = makeQueue()
  queue.add([file('a', 3), file('b', 3), file('c', 3)])
  const [a, b] = [await next(), await next()]
  expect([a.part.path, b.part.path, states()]).toEqual(['/srv/a', '/srv/b', ['sending', 'sending', 'waiting']])
  expect(a.part).toMatchObject({ size: 3, offset: 0, overwrite: false })
  a.resolve(3)
  const c = await next()
  b.resolve(3)
  c.resolve(3)
  await vi.waitFor(() => expect(states()).toEqual(['done', 'done', 'done']))
  queue.clear()
  expect([queue.uploads(), queue.isActive]).toEqual([[], false])
})

it('announces a large file before its bytes, and measures its rate', async () => {
  const { queue, next, pass } = makeQueue()
  queue.add([file('large', 4 * mib)])
  const announced = await next()
  expect([announced.part.size, announced.part.body.size]).toEqual([4 * mib, 0])
  announced.resolve(0)
  const { part, onSent } = await next()
  expect(part.body.size).toBe(4 * mib)
  pass(1000)
  onSent(2 * mib)
  expect(queue.uploads()).toMatchObject([{ sent: 2 * mib, rate: 2 * mib }])
})

it('does not send what is refused', async () => {
  const { queue, next, sends } = makeQueue()
  queue.add([file('large', 4 * mib)])
  ;(await next()).reject(failure(413, 'files.TOO_LARGE'))
  await vi.waitFor(() => expect(queue.uploads()).toMatchObject([{ state: 'failed', error: { status: 413 } }]))
  expect(sends).toEqual([])
})

it('continues an interrupted upload from the byte that the host has', async () => {
  const { queue, next, states } = makeQueue()
  queue.add([file('large', 4 * mib)])
  const announced = await next()
  announced.resolve(0)
  ;(await next()).reject(new ApiError(0, 'NETWORK', 'no response'))
  await vi.waitFor(() => expect(states()).toEqual(['failed']))
  queue.retry(1)
  const asked = await next()
  expect(asked.part).toMatchObject({ transferId: announced.part.transferId, offset: 0 })
  asked.reject(failure(409, 'files.UPLOAD_OFFSET', { offset: mib }))
  const corrected = await next()
  expect([corrected.part.offset, corrected.part.body.size]).toEqual([mib, 0])
  corrected.resolve(mib)
  const rest = await next()
  expect([rest.part.offset, rest.part.body.size]).toEqual([mib, 3 * mib])
  rest.resolve(4 * mib)
  await vi.waitFor(() => expect(states()).toEqual(['done']))
})

it('starts over if the server has forgotten the transfer', async () => {
  const { queue, next, states } = makeQueue()
  queue.add([file('a', 3)])
  const first = await next()
  first.reject(failure(404, 'files.UNKNOWN_TRANSFER'))
  const second = await next()
  expect(second.part.transferId).not.toBe(first.part.transferId)
  second.resolve(3)
  await vi.waitFor(() => expect(states()).toEqual(['done']))
})

it('replaces an existing file only when told to', async () => {
  const { queue, next, states, cancelled } = makeQueue()
  queue.add([file('a', 3)])
  const first = await next()
  first.reject(failure(409, 'enrollment.AGENT_FAILED'))
  await vi.waitFor(() => expect(states()).toEqual(['exists']))
  queue.retry(1, { overwrite: true })
  const second = await next()
  expect(second.part.overwrite).toBe(true)
  expect(second.part.transferId).not.toBe(first.part.transferId)
  expect(cancelled).toEqual([first.part.transferId])
})

it('waits while the server has too many transfers', async () => {
  const { queue, next, states, later } = makeQueue()
  queue.add([file('a', 3)])
  ;(await next()).reject(failure(429, 'files.TOO_MANY_TRANSFERS'))
  await vi.waitFor(() => expect(later).toHaveLength(1))
  expect(states()).toEqual(['waiting'])
  later[0]?.()
  ;(await next()).resolve(3)
  await vi.waitFor(() => expect(states()).toEqual(['done']))
})

it('cancels: the host removes what it has', async () => {
  const { queue, next, cancelled, states } = makeQueue()
  queue.add([file('a', 3), file('b', 3), file('c', 3)])
  const { part } = await next()
  queue.cancel(1)
  queue.cancel(3)
  await settled()
  expect([cancelled, states()]).toEqual([[part.transferId], ['sending']])
})

it('creates folders once, before what is in them', async () => {
  const { queue, next, made } = makeQueue()
  queue.add([file('new/a', 1), file('new/b', 1)], ['/srv/new', '/srv/empty'])
  expect((await next()).part.path).toBe('/srv/new/a')
  expect((await next()).part.path).toBe('/srv/new/b')
  expect(made).toEqual(['/srv/new', '/srv/empty'])
})

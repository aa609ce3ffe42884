// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeEntry } from '../testing/entry.ts'
import { downloadEntries } from './download.ts'

interface Transfer {
  readonly transfer_id: string
  readonly server_id: string
  readonly status: string
}

let transfers: Transfer[]
const saved: string[] = []
const transfer = (id: string, status: string): Transfer => ({ transfer_id: id, server_id: 's1', status })

beforeEach(() => {
  vi.useFakeTimers()
  transfers = []
  saved.length = 0
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    const path = body ? JSON.parse(body).path : ''
    const data = url.endsWith('/transfers')
      ? { transfers }
      : url.endsWith('/stat')
        ? { entry: makeEntry(path.replace('/srv/', '')) }
        : { transfer_id: 'd1' }
    return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } })
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '')
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const onStarted = () => {}

it('lets the browser save files, and folders as archives', async () => {
  await downloadEntries('s1', [makeEntry('a b'), makeEntry('docs/')], { isStored: false, onStarted })
  expect(saved).toEqual([
    '/api/files/s1/stream?path=%2Fsrv%2Fa+b',
    '/api/files/s1/stream?path=%2Fsrv%2Fdocs&archive=true',
  ])
})

it('waits until the server takes another transfer', async () => {
  transfers = ['1', '2', '3'].map((id) => transfer(id, 'in_progress'))
  const downloading = downloadEntries('s1', [makeEntry('a')], { isStored: false, onStarted })
  await vi.advanceTimersByTimeAsync(5000)
  expect(saved).toEqual([])
  transfers = [transfer('1', 'in_progress'), transfer('2', 'failed')]
  await vi.advanceTimersByTimeAsync(1000)
  await downloading
  expect(saved).toHaveLength(1)
})

it('fetches what the server has stored, for agents that cannot send a stream', async () => {
  transfers = [transfer('d1', 'in_progress')]
  const downloading = downloadEntries('s1', [makeEntry('a')], { isStored: true, onStarted })
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved).toEqual([])
  transfers = [transfer('d1', 'ready')]
  await vi.advanceTimersByTimeAsync(2000)
  await downloading
  expect(saved).toEqual(['/api/files/download/d1'])
})

it('saves nothing if storing it failed', async () => {
  const downloading = downloadEntries('s1', [makeEntry('a')], { isStored: true, onStarted })
  transfers = [transfer('d1', 'failed')]
  await vi.advanceTimersByTimeAsync(3000)
  await downloading
  expect(saved).toEqual([])
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerStatus } from '@svc/protocol'
import type { WidgetModule } from '@svc/widget-sdk'
import type { WidgetManifest, WidgetSizing } from '@svc/widget-sdk/manifest'
import { createElement, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { toAllowedSize } from '../page/allowed-size.ts'
import { makeUseMutation, request } from '../page/api.ts'
import { applyFrame } from '../page/apply-frame.ts'
import { makePlacements } from '../page/placement.ts'

const server = (id: string, more: object = {}) => ({ id, name: id, cpu: 1, online: true, ...more }) as ServerStatus

it('applies live frames to the servers', () => {
  const first = applyFrame([], { type: 'full_sync', servers: [server('a'), server('b')] })
  expect(first.map(({ id }) => id)).toEqual(['a', 'b'])
  const moved = applyFrame(first, {
    type: 'update',
    servers: [{ id: 'b', name: 'old name', cpu: 9 }, { id: 'unknown' }],
  })
  expect(moved).toEqual([server('a'), server('b', { cpu: 9 })])
  const offline = applyFrame(moved, { type: 'server_offline', server_id: 'a' })
  expect(offline[0]?.online).toBe(false)
  expect(applyFrame(offline, { type: 'server_online', server_id: 'a' })[0]?.online).toBe(true)
  expect(applyFrame(first, { type: 'dashboards_changed' })).toBe(first)
  expect(applyFrame(first, { type: 'full_sync' })).toEqual([])
})

const sizing = (strategy: WidgetSizing['strategy']): WidgetSizing => ({
  ...{ defaultW: 3, defaultH: 2, minW: 2, minH: 1, maxW: 6, maxH: 5, strategy },
})

it.each<[WidgetSizing['strategy'], [number, number], [number, number]]>([
  ['free', [4, 4], [4, 4]],
  ['free', [1, 0], [2, 1]],
  ['free', [99, 99], [6, 5]],
  ['free', [Number.NaN, 2.4], [2, 2]],
  ['fixed', [5, 5], [3, 2]],
  ['aspect-square', [4, 2], [4, 4]],
  ['aspect-square', [6, 1], [5, 5]],
  ['content-height', [5, 3], [5, 3]],
])('%s: %j becomes %j', (strategy, [w, h], [wide, high]) =>
  expect(toAllowedSize(sizing(strategy), w, h)).toEqual({ w: wide, h: high }),
)

it('throws API errors with message and status', async () => {
  const server = createServer((_, response) => response.writeHead(404).end('{"error":{"message":"not found"}}'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const failure = { message: 'not found', status: 404 }
  await expect(request('GET', `http://127.0.0.1:${port}/api/x`)).rejects.toMatchObject(failure)
  await new Promise((closed) => server.close(closed))
})

it('square widgets start square', () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  const manifest = { id: 'org.example.square', sizing: sizing('aspect-square') } as WidgetManifest
  const [placed] = makePlacements([{ manifest, widget: {} as WidgetModule }]).placements.get()
  expect([placed?.w, placed?.h]).toEqual([3, 3])
  vi.unstubAllGlobals()
})

it('mutate and mutateAsync are stable across renders', () => {
  const useMutation = makeUseMutation(() => {})
  const seen: unknown[][] = []
  const Probe = () => {
    const [isSecond, setSecond] = useState(false)
    const { mutate, mutateAsync } = useMutation({ method: 'POST', path: '/api/x', invalidates: ['/api/y'] })
    seen.push([mutate, mutateAsync])
    if (!isSecond) setSecond(true)
    return null
  }
  renderToStaticMarkup(createElement(Probe))
  const [first, second] = seen
  expect([seen.length, first?.map((one, at) => one === second?.[at])]).toEqual([2, [true, true]])
})

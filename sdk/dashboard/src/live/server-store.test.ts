import type { ServerMetrics, ServerStatus } from '@svc/protocol'
import { describe, expect, test, vi } from 'vitest'
import { rowOf } from './server-record.ts'
import { ServerStore } from './server-store.ts'

const figures = (id: string, over: Partial<ServerMetrics> = {}): ServerMetrics => ({
  id,
  name: id,
  online: true,
  last_active: 1000,
  uptime: 5,
  cpu: 1,
  mem_used: 1,
  swap_used: 0,
  disk_used: 1,
  net_in_speed: 1,
  net_out_speed: 1,
  net_in_transfer: 1,
  net_out_transfer: 1,
  load1: 0,
  load5: 0,
  load15: 0,
  tcp_conn: 1,
  udp_conn: 1,
  process_count: 1,
  disk_read_bytes_per_sec: 0,
  disk_write_bytes_per_sec: 0,
  ...over,
})

const status = (id: string, over: Partial<ServerStatus> = {}): ServerStatus => ({
  ...figures(id),
  mem_total: 8,
  swap_total: 0,
  disk_total: 9,
  cpu_name: 'cpu',
  cpu_cores: 4,
  os: 'Linux',
  region: null,
  country_code: null,
  group_id: null,
  features: [],
  capabilities: 0,
  tags: ['prod'],
  agent_authority: { status: 'claimed', outstanding_offer: null },
  has_token: true,
  outstanding_enrollment: null,
  health: { level: 0, reasons: [] },
  ...over,
})

/** A store with manually flushed frames. */
function makeStore() {
  const frames: (() => void)[] = []
  const store = new ServerStore(
    (flush) => frames.push(flush),
    (end) => end(),
  )
  const draw = () => {
    for (const flush of frames.splice(0)) flush()
  }
  return { store, draw, frames }
}

describe('full_sync', () => {
  test('keeps the order of the server', () => {
    const { store } = makeStore()
    expect(store.loaded).toBe(false)
    expect(store.fullSync([status('b'), status('a')])).toBe(true)
    expect(store.list().map(({ id }) => id)).toEqual(['b', 'a'])
    expect(store.loaded).toBe(true)
  })
  test('ignores an empty list if there are servers', () => {
    const { store } = makeStore()
    store.fullSync([status('a')])
    expect(store.fullSync([])).toBe(false)
    expect(store.list()).toHaveLength(1)
    // confirmed by REST
    store.replace([])
    expect(store.list()).toEqual([])
  })
  test('accepts an empty list at first', () => {
    const { store } = makeStore()
    expect(store.fullSync([])).toBe(true)
    expect(store.loaded).toBe(true)
  })
})

describe('update', () => {
  test('merges metrics and keeps profile and name', () => {
    const { store } = makeStore()
    store.fullSync([status('a', { name: 'renamed', online: false })])
    store.update([figures('a', { name: 'old name', cpu: 42, last_active: 1003 })])
    expect(store.get('a')).toMatchObject({ name: 'renamed', cpu: 42, online: true, os: 'Linux', tags: ['prod'] })
  })
  test('waits for the end of a pause, unless something else changes', () => {
    const ends: (() => void)[] = []
    const store = new ServerStore(
      (flush) => flush(),
      (end) => ends.push(end),
    )
    store.fullSync([status('a', { cpu: 1 })])
    const before = store.list()
    store.update([figures('a', { cpu: 2, last_active: 1001 })])
    store.update([figures('a', { cpu: 3, last_active: 1002 })])
    expect(store.list()).toBe(before)
    ends.shift()?.()
    expect(store.get('a')?.cpu).toBe(3)
    expect(store.buffer('a')).toHaveLength(2)
    store.update([figures('a', { cpu: 4, online: true, last_active: 1003 })])
    store.setOnline('a', false)
    expect(store.get('a')).toMatchObject({ cpu: 4, online: false })
    // nothing came meanwhile, so the next ones apply immediately
    ends.shift()?.()
    store.update([figures('a', { cpu: 5, last_active: 1004 })])
    expect(store.get('a')?.cpu).toBe(5)
    expect(ends).toHaveLength(1)
  })
  test('ignores unknown servers', () => {
    const { store } = makeStore()
    store.fullSync([status('a')])
    store.update([figures('stranger')])
    expect(store.get('stranger')).toBeUndefined()
    expect(store.buffer('stranger')).toEqual([])
  })
  test('drops the buffer of a removed server', () => {
    const { store } = makeStore()
    store.fullSync([status('a'), status('b')])
    store.update([figures('a')])
    store.fullSync([status('b')])
    expect(store.buffer('a')).toEqual([])
  })
})

describe('health', () => {
  const bad = { level: 2, reasons: [] } as const
  test('changes a row, and survives a reload over REST, also when it came before the row', () => {
    const { store } = makeStore()
    store.fullSync([status('a')])
    store.setHealth('a', { ...bad, reasons: [] })
    store.setHealth('late', { ...bad, reasons: [] })
    store.replace([status('a'), status('late')])
    expect(store.list().map(({ health }) => health.level)).toEqual([2, 2])
  })
  test('is replaced by a full sync', () => {
    const { store } = makeStore()
    store.setHealth('a', { ...bad, reasons: [] })
    store.fullSync([status('a')])
    expect(store.get('a')?.health.level).toBe(0)
  })
})

describe('listeners', () => {
  test('are notified of their own row only, once per frame', () => {
    const { store, draw, frames } = makeStore()
    store.fullSync([status('a'), status('b')])
    draw()
    const [a, b, list] = [vi.fn(), vi.fn(), vi.fn()]
    store.onRow('a', a)
    store.onRow('b', b)
    store.onList(list)
    store.update([figures('a', { last_active: 1 })])
    store.update([figures('a', { last_active: 2 })])
    expect(a).not.toHaveBeenCalled()
    expect(frames).toHaveLength(1)
    draw()
    expect(a).toHaveBeenCalledTimes(1)
    expect(b).not.toHaveBeenCalled()
    expect(list).toHaveBeenCalledTimes(1)
  })
  test('unchanged rows and lists keep their identity', () => {
    const { store } = makeStore()
    store.fullSync([status('a'), status('b')])
    const [list, b] = [store.list(), store.get('b')]
    expect(store.list()).toBe(list)
    store.update([figures('a')])
    expect(store.list()).not.toBe(list)
    expect(store.get('b')).toBe(b)
  })
  test('are not notified after unsubscribing', () => {
    const { store, draw } = makeStore()
    store.fullSync([status('a')])
    draw()
    const listener = vi.fn()
    store.onRow('a', listener)()
    store.setOnline('a', false)
    draw()
    expect(listener).not.toHaveBeenCalled()
  })
})

test('applies online state, authority and capabilities', () => {
  const { store } = makeStore()
  store.fullSync([status('a')])
  store.setOnline('a', false)
  expect(store.get('a')).toMatchObject({ online: false, cpu: 1 })
  const offer = { id: 'o', code_prefix: '12345678', expires_at: 'x', created_at: 'y' }
  store.setAuthority('a', { status: 'unclaimed', outstanding_offer: offer })
  expect(store.get('a')).toMatchObject({ has_token: false, outstanding_enrollment: offer })
  store.setCapabilities('a', 5)
  expect(store.get('a')).toMatchObject({ capabilities: 5, cpu: 1 })
  store.setOnline('stranger', true)
  expect(store.list()).toHaveLength(1)
})

test('features are those of the agent; an offline server keeps its last ones', () => {
  const { store } = makeStore()
  store.fullSync([status('a')])
  store.setOnline('a', true)
  store.setFeatures('a', ['docker'])
  expect(store.get('a')?.features).toEqual(['docker'])
  store.setOnline('a', false)
  store.setFeatures('a', [])
  expect(store.get('a')?.features).toEqual(['docker'])
  store.setOnline('a', true)
  store.setFeatures('a', [])
  expect(store.get('a')?.features).toEqual([])
})

test('clear removes everything', () => {
  const { store } = makeStore()
  store.fullSync([status('a')])
  store.update([figures('a')])
  store.clear()
  expect([store.loaded, store.list(), store.buffer('a')]).toEqual([false, [], []])
})

describe('a row from a REST record', () => {
  const { tags: _, ...profile } = status('a', { name: 'new name', region: 'Oslo', capabilities: 1 })
  const record = { ...profile, effective_capabilities: null }
  test('takes the profile and keeps the live figures and tags', () => {
    const current = status('a', { cpu: 77, online: true, tags: ['kept'] })
    expect(rowOf(record, current, undefined)).toMatchObject({
      name: 'new name',
      region: 'Oslo',
      cpu: 77,
      tags: ['kept'],
    })
  })
  test('a server that never reported is offline with zeros', () => {
    const row = rowOf({ ...record, mem_total: null }, undefined, ['t'])
    expect(rowOf({ ...record, effective_capabilities: 3 }, undefined, []).capabilities).toBe(3)
    expect(row).toMatchObject({ capabilities: 1, online: false, cpu: 0, mem_total: 0, last_active: 0, tags: ['t'] })
  })
})

import { describe, expect, test } from 'vitest'
import { isAuthority, isMetrics, isStatus, listOf, parseFrame, readHealth, readLimits } from './frame.ts'

const metrics = {
  id: 'a',
  name: 'a',
  online: true,
  last_active: 1,
  uptime: 1,
  cpu: 1.5,
  mem_used: 1,
  swap_used: 1,
  disk_used: 1,
  net_in_speed: 1,
  net_out_speed: 1,
  net_in_transfer: 1,
  net_out_transfer: 1,
  load1: 1,
  load5: 1,
  load15: 1,
  tcp_conn: 1,
  udp_conn: 1,
  process_count: 1,
  disk_read_bytes_per_sec: 1,
  disk_write_bytes_per_sec: 1,
}
const status = {
  ...metrics,
  mem_total: 1,
  swap_total: 1,
  disk_total: 1,
  capabilities: 0,
  tags: [],
  features: ['docker'],
  agent_authority: { status: 'claimed', outstanding_offer: null },
}

describe('parseFrame', () => {
  test.each(['', '{', 'null', '[]', '"x"', '{"type":1}', '{}'])('ignores %s', (text) => {
    expect(parseFrame(text)).toBeUndefined()
  })
  test('ignores binary frames', () => expect(parseFrame(new Uint8Array(2))).toBeUndefined())
  test('accepts an object with a type', () => expect(parseFrame('{"type":"x","a":1}')).toEqual({ type: 'x', a: 1 }))
})

describe('shapes', () => {
  test('accepts complete objects with unknown members', () => {
    expect(isMetrics({ ...metrics, more: 1 })).toBe(true)
    expect(isStatus(status)).toBe(true)
  })
  test.each([
    ['id', ''],
    ['cpu', '5'],
    ['cpu', null],
    ['last_active', undefined],
    ['online', 1],
  ])('rejects metrics with %s = %s', (key, value) => {
    expect(isMetrics({ ...metrics, [key]: value })).toBe(false)
  })
  test.each([
    ['capabilities', undefined],
    ['tags', 'prod'],
    ['tags', [1]],
    ['features', undefined],
    ['mem_total', null],
    ['agent_authority', { status: 'maybe' }],
  ])('rejects a status with %s = %j', (key, value) => {
    expect(isStatus({ ...status, [key]: value })).toBe(false)
  })
  test('drops only the invalid items of a list', () => {
    expect(listOf([metrics, { id: 'b' }, 7], isMetrics)).toEqual([metrics])
    expect(listOf('x', isMetrics)).toBeUndefined()
  })
  test('authority', () => {
    expect([isAuthority({ status: 'unclaimed' }), isAuthority(null)]).toEqual([true, false])
  })
})

describe('health', () => {
  const reason = { plugin: 'metrics', id: 'disk', level: 1, since: 5, text: { code: 'metrics.HINT_DISK' } }
  test('is the worst of its valid reasons', () => {
    const worse = { ...reason, level: 2, link: '/servers/a' }
    const broken = [{ ...reason, level: 3 }, { ...reason, text: 'disk' }, { ...reason, link: 5 }, null]
    expect(readHealth({ level: 0, reasons: [reason, worse, ...broken] })).toEqual({
      level: 2,
      reasons: [reason, worse],
    })
  })
  test.each([undefined, null, 5, {}, { level: 2 }, { level: 2, reasons: 'x' }])('is healthy without: %o', (value) => {
    expect(readHealth(value)).toEqual({ level: 0, reasons: [] })
  })
  test('has limits that are numbers or null', () => {
    const disk = { warning: 90, critical: null }
    expect(readLimits({ disk, cpu: { warning: '90', critical: 1 }, memory: 5 })).toEqual({ disk })
    expect(readLimits(undefined)).toEqual({})
  })
})

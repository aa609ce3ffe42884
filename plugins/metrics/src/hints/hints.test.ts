import type { Billing, Server } from '@svc/plugin-enrollment/contract'
import { report } from '@svc/protocol/testing'
import { packPeriod } from '@svc/series'
import { expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'
import { defaultLimits, hintIds } from './limit-schema.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const minute = 60_000
const noon = Date.UTC(2026, 4, 20, 12)
const gib = 2 ** 30

withFleet(noon)

const later = (ms: number) => kernel.clock.advance(ms)
const check = async () => {
  await kernel.runJob('HealthHints')
  await later(10_000)
}
const put = (limits: object, who: 'admin' | 'member' = 'admin') =>
  kernel.as(who).inject({ method: 'PUT', url: '/api/health-limits', payload: limits })

/** A week of hourly records; the disk grows by `perHour` GiB to `now` GiB. */
function grow({ number }: Server, now: number, perHour: number) {
  const insert = kernel.database.prepare(
    `INSERT INTO metrics_hourly_records (id, hour, cpu, mem_used, swap_used, disk_used, net_in_speed, net_out_speed,
       net_in_transfer, net_out_transfer, load1, load5, load15, tcp_conn, udp_conn, process_count)
     VALUES (?, ?, 0, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  )
  const last = noon / 3_600_000 - 1
  for (let ago = 0; ago < 160; ago++) {
    insert.run(packPeriod(number, last - ago), last - ago, Math.round((now - ago * perHour) * gib))
  }
}

it('judges the latest report of each server, and tells about changes once', async () => {
  const full = fleet.add(7, false, { diskTotal: 100 })
  const fine = fleet.add(8, false, { diskTotal: 100 })
  fleet.report(full, report({ disk_used: 96 }))
  fleet.report(fine, report({ disk_used: 20 }))
  await check()
  expect(fleet.hints(full)).toEqual(['disk 2'])
  expect(fleet.hints(fine)).toEqual([])
  expect(fleet.reasons(full)).toMatchObject([
    {
      text: { code: 'metrics.HINT_DISK', params: { limit: 95 } },
      link: '/servers/server-7?range=7d',
      since: noon / 1000,
    },
  ])
  await check()
  expect(fleet.refreshed).toEqual([full.id])
  fleet.disconnect(full)
  await check()
  expect(fleet.hints(full)).toEqual([])
  expect(fleet.refreshed).toEqual([full.id, full.id])
})

it('counts CPU only after ten minutes', async () => {
  const server = fleet.add(7)
  for (let i = 0; i < 10; i++) {
    await check()
    if (i < 8) expect(fleet.hints(server)).toEqual([])
    fleet.report(server, report({ cpu: 99, temperature: 85 }))
    await kernel.runJob('RecordWriter')
    await later(minute - 10_000)
  }
  await check()
  expect(fleet.hints(server)).toEqual(['cpu 2', 'temperature 1'])
})

it('knows when a disk will be full', async () => {
  const server = fleet.add(7, false, { diskTotal: 100 * gib })
  grow(server, 80, 0.1)
  fleet.report(server, report({ disk_used: 80 * gib }))
  await check()
  expect(fleet.hints(server)).toEqual(['disk_full 1'])
})

it('reads the trends of a large fleet in the worker', async () => {
  const servers = Array.from({ length: 21 }, (_, i) => fleet.add(i + 1, false, { diskTotal: 100 * gib }))
  const [first] = servers as [Server]
  grow(first, 98, 0.1)
  fleet.report(first, report({ disk_used: 98 * gib }))
  await check()
  expect(fleet.hints(first)).toEqual(['disk 2', 'disk_full 2'])
})

it('walks through a fleet larger than a chunk', async () => {
  const servers = Array.from({ length: 250 }, (_, i) => fleet.add(i + 1, false, { diskTotal: 100 }))
  for (const server of servers) fleet.report(server, report({ disk_used: 96 }))
  await check()
  expect(new Set(fleet.refreshed).size).toBe(250)
})

it('ends with the server', async () => {
  const billing = { expiresAt: noon / 1000 } as Billing
  const server = fleet.add(7, false, { billing })
  await check()
  expect(fleet.hints(server)).toEqual(['expires 2'])
  fleet.delete(server)
  expect(fleet.hints(server)).toEqual([])
})

it('follows the limits of the settings at once', async () => {
  const server = fleet.add(7, false, { diskTotal: 100 })
  fleet.report(server, report({ disk_used: 60 }))
  await check()
  expect(fleet.hints(server)).toEqual([])
  const changed = { ...defaultLimits, disk: { warning: 50, critical: null } }
  const { traffic: _, traffic_forecast: __, ...known } = changed
  expect((await put({ ...known, cpu: { ...changed.cpu, unit: 'ignored' } })).json().data).toMatchObject(known)
  expect(fleet.hints(server)).toEqual(['disk 1'])
  const { data } = (await kernel.as('member').inject('/api/health-limits')).json()
  expect(data.disk).toEqual({
    ...{ warning: 50, critical: null, unit: 'percent', below: false, max: 100 },
    default: { warning: 90, critical: 95 },
  })
  expect(Object.keys(data)).toEqual(hintIds.filter((id) => id in known))
})

it.each([
  [
    { ...defaultLimits, disk: { warning: 90, critical: 80 } },
    'disk.critical',
    'must be at least the warning limit of 90',
  ],
  [
    { ...defaultLimits, expires: { warning: 3, critical: 7 } },
    'expires.critical',
    'must be at most the warning limit of 3',
  ],
  [{ ...defaultLimits, disk: { warning: 101, critical: null } }, 'disk.warning', undefined],
  [{ ...defaultLimits, disk: { warning: -1, critical: null } }, 'disk.warning', undefined],
  [{ disk: { warning: 1, critical: 2 } }, 'memory', 'is required'],
])('refuses limits that make no sense', async (limits, field, rule) => {
  const answer = await put(limits)
  expect(answer.statusCode).toBe(422)
  const details: { field: string; rule: string }[] = answer.json().error.details
  expect(details.find((detail) => detail.field === field)).toMatchObject(rule ? { rule } : {})
})

it('lets only admins change the limits', async () => {
  expect((await put(defaultLimits, 'member')).statusCode).toBe(403)
})

it('judges the fullest mount, in space and inodes, and names it', async () => {
  const server = fleet.add(7, false, { diskTotal: 1000 })
  const mount = { type: 'ext4', total: 500, used: 100, inodes: 100, inodes_used: 10 }
  const mounts = [
    { ...mount, path: '/' },
    { ...mount, path: '/var', used: 470, inodes_used: 97 },
  ]
  fleet.report(server, report({ disk_used: 570, mounts }))
  await check()
  expect(fleet.reasons(server)).toMatchObject([
    { id: 'disk', level: 1, text: { code: 'metrics.HINT_MOUNT', params: { limit: 90, path: '/var' } } },
    { id: 'inodes', level: 2, text: { code: 'metrics.HINT_INODES', params: { limit: 95, path: '/var' } } },
  ])
})

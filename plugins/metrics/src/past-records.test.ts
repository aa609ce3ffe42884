import { report } from '@svc/protocol/testing'
import { expect, it } from 'vitest'
import { fleet, kernel, withFleet } from '../test/with-fleet.ts'
import { history, pastRecords } from './contract.ts'

const noon = Date.UTC(2026, 4, 10, 12)
const hourOf = (ms: number) => Math.floor(ms / 3_600_000)

withFleet(noon)

it('a written past is read like one that was reported: minutes, hours and uptime', async () => {
  const server = fleet.add(7)
  const past = kernel.service(pastRecords)
  const last = hourOf(noon)
  for (let hour = last - 24; hour < last; hour++) {
    const step = hour < last - 12 ? 10 : 1
    const minutes = Array.from({ length: 60 / step }, (_, i) => hour * 60 + i * step)
    const sent = (minute: number) => report({ cpu: 40, net_in_transfer: minute * 1000, net_out_transfer: minute * 10 })
    past.write(server, hour, { step, reports: minutes.map((minute) => ({ minute, report: sent(minute) })) })
  }
  const read = async <T>(path: string) =>
    (await kernel.as('admin').inject(`/api/servers/${server.id}${path}`)).json().data as T
  const range = (hours: number, interval: string) =>
    `/records?from=${new Date(noon - hours * 3_600_000).toISOString()}&to=${new Date(noon - 1000).toISOString()}&interval=${interval}`
  const raw = await read<{ cpu: number }[]>(range(12, 'raw'))
  expect([raw.length, new Set(raw.map(({ cpu }) => cpu))]).toEqual([720, new Set([40])])
  expect(await read(range(20, 'hourly'))).toHaveLength(19)
  const days = (await kernel.service(history).uptimeDays([{ ...server, createdAt: noon / 1000 - 86_400 }], 2)).get(
    server.id,
  )
  expect(days?.map(({ online_minutes, total_minutes }) => [online_minutes, total_minutes])).toEqual([
    [720, 720],
    [720, 720],
  ])
})

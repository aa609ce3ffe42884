import { report } from '@svc/protocol/testing'
import { expect, it } from 'vitest'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'

const noon = Date.UTC(2026, 4, 1, 12)
withFleet(noon)

const details = async (id: string) => (await kernel.as('member').inject(`/api/servers/${id}/details`)).json()

it('are those of the last report, also while the server is offline', async () => {
  const server = fleet.add(7)
  expect(await details(server.id)).toEqual({ data: null })
  const mounts = [{ path: '/', type: 'ext4', total: 100, used: 91, inodes: null, inodes_used: null }]
  fleet.report(server, report({ mounts, cores: [1.5, 2], cpu_steal: 3, sensors: [{ name: 'nvme', celsius: 41.5 }] }))
  fleet.disconnect(server)
  const { data } = await details(server.id)
  expect(data).toMatchObject({
    ...{ reported_at: '2026-05-01T12:00:00Z', mounts, cores: [1.5, 2], cpu_steal: 3 },
    ...{ sensors: [{ name: 'nvme', celsius: 41.5 }], interfaces: null, pressure_io: null },
  })
  expect(data).not.toHaveProperty('cpu')
})

it('are null for an older agent', async () => {
  const server = fleet.add(8)
  const { mounts: _, cores: __, ...old } = report()
  fleet.report(server, old)
  expect((await details(server.id)).data).toMatchObject({ mounts: null, cores: null, mem_free: null })
})

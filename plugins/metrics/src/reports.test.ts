import { createTestKernel } from '@svc/kernel/testing'
import { type UsageSource, usageSources } from '@svc/plugin-alerts/contract'
import { definePlugin, toSeconds } from '@svc/plugin-sdk'
import { report } from '@svc/protocol/testing'
import { expect, it } from 'vitest'
import metrics from './index.ts'
import { makeFleet } from './testing.ts'

it('notifications include the last reported CPU and memory, if known', async () => {
  let source: UsageSource | undefined
  const alerts = definePlugin({
    id: 'alerts',
    points: { usageSources },
    setup: (context) => ({
      ready() {
        source = context.usageSources.get('metrics')
      },
    }),
  })
  const fleet = makeFleet()
  const kernel = await createTestKernel({ plugins: [alerts, fleet.plugin, metrics] })
  try {
    const [sized, other] = [fleet.add(1, false, { memTotal: 4000 }), fleet.add(2)]
    expect(source?.of(sized.id)).toEqual({ cpu: null, memory: null })
    for (const server of [sized, other]) fleet.report(server, report({ cpu: 93.5, mem_used: 1000 }))
    expect(source?.of(sized.id)).toEqual({ cpu: 93.5, memory: 25 })
    expect(source?.of(other.id)).toEqual({ cpu: 93.5, memory: null })
    fleet.report(sized, report({ mem_used: 5000 }))
    expect(source?.of(sized.id).memory).toBe(100)
  } finally {
    await kernel.close()
  }
})

it('browsers get the metrics of the last ten minutes, of servers that exist for them', async () => {
  const fleet = makeFleet()
  const kernel = await createTestKernel({ plugins: [fleet.plugin, metrics] })
  const { clock } = kernel
  try {
    const [open, hidden] = [fleet.add(1), fleet.add(2, true)]
    const start = toSeconds(clock.now())
    for (let i = 0; i < 3; i++) {
      fleet.report(open, report({ cpu: 10 + i, temperature: 40 }))
      fleet.report(hidden, report({ cpu: 50 }))
      await clock.advance(3000)
    }
    const times = [start, start + 3, start + 6]
    const all = fleet.recent([open.id, hidden.id, 'unknown'])
    expect(Object.keys(all)).toEqual([open.id, hidden.id])
    expect(all[open.id]).toMatchObject({
      last_active: times,
      cpu: [10, 11, 12],
      temperature: [40, 40, 40],
      gpu_usage: [null, null, null],
    })
    expect(fleet.recent([open.id, hidden.id], 'member', ['cpu'])).toEqual({
      [open.id]: { last_active: times, cpu: [10, 11, 12] },
    })
    fleet.delete(open)
    expect(fleet.recent([open.id])).toEqual({})
  } finally {
    await kernel.close()
  }
})

it('browsers get stored minutes from before the samples', async () => {
  const fleet = makeFleet()
  const kernel = await createTestKernel({ plugins: [fleet.plugin, metrics] })
  const { clock } = kernel
  try {
    const server = fleet.add(1)
    fleet.report(server, report({ cpu: 10 }))
    await clock.advance(120_000)
    fleet.report(server, report({ cpu: 11 }))
    await clock.advance(540_000)
    fleet.report(server, report({ cpu: 12 }))
    const columns = fleet.recent([server.id], 'admin', ['cpu'])[server.id]
    expect(columns?.cpu).toEqual([11, 12])
    expect(columns?.last_active?.at(-1)).toBe(toSeconds(clock.now()))
  } finally {
    await kernel.close()
  }
})

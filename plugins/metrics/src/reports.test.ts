import { createTestKernel } from '@svc/kernel/testing'
import { type UsageSource, usageSources } from '@svc/plugin-alerts/contract'
import { definePlugin } from '@svc/plugin-sdk'
import { report } from '@svc/protocol/testing'
import { expect, it } from 'vitest'
import { makeFleet } from '../test/enrollment.ts'
import metrics from './index.ts'

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

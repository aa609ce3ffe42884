import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeWorld, noon, round, type World } from '../../test/world.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const minutes = 90
const lost = { avg_latency: null, min_latency: null, max_latency: null, packet_loss: 1, packet_received: 0 }

it.each([
  ['network_packet_loss', { rule_type: 'network_packet_loss', min: 30 }],
  ['network_latency', { rule_type: 'network_latency', min: 100 }],
])('%s holds in the same minutes of a back-test as when it was evaluated live', async (_, condition) => {
  const { assign, reportRounds } = await world.server('edge')
  await assign('intl-google', 'intl-cloudflare')
  const rule = { rules: [condition], trigger_mode: 'once', cover_type: 'all' }
  await world.call('POST', '/api/alert-rules', { name: 'network', ...rule })
  let firing = 0
  for (let minute = 0; minute < minutes; minute++) {
    const start = noon + minute * 60_000
    world.kernel.clock.set(start + 59_000)
    const isBad = minute >= 20 && minute < 40
    // A minute without rounds, and a target that is bad for a moment only.
    if (minute !== 30) {
      await reportRounds(
        round('intl-google', start, { avg_latency: isBad ? 400 : 20, max_latency: 500 }),
        round('intl-cloudflare', start + 30_000, isBad || minute === 70 ? lost : {}),
      )
    }
    await world.kernel.runJob('AlertEvaluator')
    const events: { status: string }[] = await world.call('GET', '/api/alert-events')
    if (events.some(({ status }) => status === 'firing')) firing += 1
  }
  expect(firing).toBeGreaterThan(10)
  world.kernel.clock.set(noon + minutes * 60_000)
  for (let n = 0; n < 2; n++) await world.kernel.runJob('NetworkRoundWriter')
  await vi.waitFor(async () => {
    expect(await world.call('POST', '/api/alert-rules/backtest', { rule, days: 7 })).toMatchObject({
      unsupported: [],
      alerts: 1,
      firing_seconds: firing * 60,
    })
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/alerts-world.ts'
import type { AlertPeriod } from './event-schema.ts'

let world: World
let server: string
beforeEach(async () => {
  world = await makeWorld()
  server = await world.server('web')
})
afterEach(() => world.kernel.close())

const heat = async (value: number, seconds = 60) => {
  world.facts.heat.set(server, value)
  await world.pass(seconds)
}
const periods = (from: string, to: string) =>
  world.request<AlertPeriod[]>('GET', `/api/servers/${server}/alert-periods?from=${from}&to=${to}`)
const times = async (from: string, to: string) => (await periods(from, to)).map((period) => [period.from, period.to])

describe('the periods of alerts', () => {
  it('of sources do not end each other', async () => {
    await world.rule({ rules: [{ rule_type: 'knock', security: { dedupe_window_seconds: 120 } }] })
    world.knock(server, '198.51.100.7')
    await world.pass()
    world.knock(server, '198.51.100.8')
    await world.pass()
    expect(await times('2023-11-14', '2023-11-15')).toEqual([
      ['2023-11-14T22:13:20Z', '2023-11-14T22:15:20Z'],
      ['2023-11-14T22:14:20Z', null],
    ])
  })

  it('have beginning, end and reason; the last one may still be firing', async () => {
    const rule = await world.rule({ severity: 'warning' })
    await heat(95)
    await heat(96)
    await heat(1)
    await heat(97)
    const common = { rule_id: rule.id, rule_name: 'High heat', severity: 'warning' }
    expect(await periods('2023-11-14', '2023-11-15')).toEqual([
      {
        ...{ ...common, from: '2023-11-14T22:14:20Z', to: '2023-11-14T22:16:20Z' },
        value: 'Heat at 95% (threshold 90%)',
        value_text: expect.objectContaining({ code: 'alerts.FINDINGS' }),
      },
      expect.objectContaining({ ...common, from: '2023-11-14T22:17:20Z', to: null }),
    ])
  })

  it('are those that touch the range, also if they began before it or ended after it', async () => {
    await world.rule()
    await heat(95)
    await heat(1)
    await heat(95, 10 * 86_400)
    const [first, second] = [
      ['2023-11-14T22:14:20Z', '2023-11-14T22:15:20Z'],
      ['2023-11-24T22:15:20Z', null],
    ]
    expect(await times('2023-11-14T22:15:00Z', '2023-11-14T22:15:10Z')).toEqual([first])
    expect(await times('2023-11-14T22:16:00Z', '2023-11-15')).toEqual([])
    expect(await times('2023-11-30', '2023-11-30')).toEqual([second])
    await heat(95, 60 * 86_400)
    expect(await times('2024-01-20', '2024-01-21')).toEqual([second])
    await heat(1)
    expect(await times('2024-01-20', '2024-01-21')).toEqual([['2023-12-20T00:00:00Z', '2024-01-23T22:16:20Z']])
  })

  it('of a hidden server are unknown to members', async () => {
    const hidden = await world.server('secret', { hidden: true })
    const url = `/api/servers/${hidden}/alert-periods?from=2023-11-14&to=2023-11-15`
    expect((await world.call('GET', url, undefined, 'member')).status).toBe(404)
    expect((await world.call('GET', url)).status).toBe(200)
  })
})

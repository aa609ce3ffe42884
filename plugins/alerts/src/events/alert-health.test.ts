import { health } from '@svc/plugin-enrollment/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/alerts-world.ts'

let world: World
let server: string
beforeEach(async () => {
  world = await makeWorld()
  server = await world.server('one')
})
afterEach(() => world.kernel.close())

const heat = async (value: number) => {
  world.facts.heat.set(server, value)
  await world.pass()
}
const shown = () => world.kernel.service(health).of(server)

it('is critical while an alert of the server fires', async () => {
  const rule = await world.rule()
  expect(shown()).toEqual({ level: 0, reasons: [] })
  await heat(95)
  expect(shown()).toMatchObject({
    level: 2,
    reasons: [
      {
        ...{ plugin: 'alerts', id: rule.id, level: 2, link: `/servers/${server}?tab=alerts` },
        text: { code: 'alerts.HEALTH', params: { rule: 'High heat' } },
      },
    ],
  })
  await heat(1)
  expect(shown().level).toBe(0)
})

it('is well again when the rule is disabled or deleted', async () => {
  const [first, second] = [await world.rule(), await world.rule({ name: 'Other' })]
  await heat(95)
  expect(shown().reasons).toHaveLength(2)
  await world.call('PUT', `/api/alert-rules/${first.id}`, { enabled: false })
  expect(shown().reasons.map(({ id }) => id)).toEqual([second.id])
  await world.call('DELETE', `/api/alert-rules/${second.id}`)
  expect(shown().level).toBe(0)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hot, makeWorld } from '../../test/alerts-world.ts'
import type { AlertRule } from './rule-schema.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-alerts-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const start = (default_rules: boolean) => makeWorld({ dataDir, config: { alerts: { default_rules } } })
const rulesOf = (world: Awaited<ReturnType<typeof start>>) => world.request<AlertRule[]>('GET', '/api/alert-rules')

it('the first start creates rules that notify all channels; deleted ones do not come back', async () => {
  const first = await start(true)
  const [rule, ...others] = await rulesOf(first)
  expect(others).toEqual([])
  expect(rule).toMatchObject({
    ...{ name: 'Server offline', severity: 'critical', cover_type: 'all', notification_group_id: 'all' },
    rules: [{ rule_type: 'offline', duration: 120 }],
  })
  await first.request('DELETE', `/api/alert-rules/${rule?.id}`)
  await first.kernel.close()
  const second = await start(true)
  expect(await rulesOf(second)).toEqual([])
  await second.kernel.close()
})

it('where there are rules already, none is added', async () => {
  const first = await start(false)
  await first.rule({ name: 'Mine', rules: [hot] })
  await first.kernel.close()
  const second = await start(true)
  expect((await rulesOf(second)).map(({ name }) => name)).toEqual(['Mine'])
  await second.kernel.close()
})

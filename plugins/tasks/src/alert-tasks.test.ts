import alerts from '@svc/plugin-alerts'
import { alertSignals, ruleTypes } from '@svc/plugin-alerts/contract'
import { contribute, definePlugin, text } from '@svc/plugin-sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeWorld, noon, type World } from '../test/world.ts'

const name = text('alerts.FAILED')
/** Provides a condition that tests raise. */
const bell = definePlugin({
  id: 'bell',
  setup: () => ({
    contributes: contribute(ruleTypes, { type: 'bell', name, kind: 'event', unit: null, fields: [] }),
  }),
})

let world: World
beforeEach(async () => {
  world = await makeWorld({ plugins: [alerts, bell] })
})
afterEach(() => world.kernel.close())

const ring = (serverId: string) => world.kernel.service(alertSignals).signal({ type: 'bell', serverId, message: name })
const rule = (input: object) =>
  world.call<{ id: string; fail_trigger_tasks: string | null }>('POST', '/api/alert-rules', {
    name: 'Bell',
    rules: [{ rule_type: 'bell' }],
    ...input,
  })
const triggered = async (id: string) => (await world.runs(id)).filter(({ trigger }) => trigger === 'alert')

it('runs tasks when an alert fires and when it recovers, once each', async () => {
  const { id } = await world.offline('a')
  const onFail = await world.scheduled({ server_ids: [id], alert_trigger: 'targets', name: 'Restart' })
  const onRecover = await world.scheduled({ server_ids: [id], alert_trigger: 'targets' })
  const made = await rule({ fail_trigger_tasks: [onFail.id], recover_trigger_tasks: [onRecover.id] })
  expect(made.fail_trigger_tasks).toBe(JSON.stringify([onFail.id]))
  ring(id)
  ring(id)
  const run = await world.ended(onFail.id)
  ring(id)
  expect(await triggered(onFail.id)).toHaveLength(1)
  expect(run).toMatchObject({
    started_by: 'system',
    alert: { rule_id: made.id, rule_name: 'Bell', server_id: id, status: 'firing' },
  })
  expect(world.audited('task_triggered')).toMatchObject([
    { id: onFail.id, name: 'Restart', run_id: run.id, rule_id: made.id, rule_name: 'Bell', server_id: id },
  ])
  expect(await triggered(onRecover.id)).toEqual([])
  world.kernel.clock.set(noon + 700_000)
  await world.kernel.runJob('AlertEvaluator')
  expect(await world.ended(onRecover.id)).toMatchObject({ alert: { status: 'resolved' } })
  expect(await triggered(onFail.id)).toHaveLength(1)
})

it('runs on the server of the alert only, also on several at once', async () => {
  const [a, b, c] = [await world.server('a'), await world.server('b'), await world.offline('c')]
  const task = await world.scheduled({ server_ids: [a.id, b.id], alert_trigger: 'alert_server' })
  await rule({ fail_trigger_tasks: [task.id] })
  for (const id of [a.id, b.id, c.id]) ring(id)
  await a.agent.exec()
  await b.agent.exec()
  expect((await triggered(task.id)).map(({ servers }) => servers.map(({ server_id }) => server_id))).toEqual([
    [b.id],
    [a.id],
  ])
})

it('offers the tasks that rules may run', async () => {
  const { id } = await world.offline('a')
  const list = () => world.call<unknown>('GET', '/api/alert-tasks')
  expect(await list()).toEqual([])
  await world.scheduled({ server_ids: [id], name: 'unmarked' })
  const restart = await world.scheduled({ server_ids: [id], name: 'Restart', alert_trigger: 'alert_server' })
  const unnamed = await world.create({ server_ids: [id], command: 'uptime', alert_trigger: 'targets' })
  expect(await list()).toEqual([
    expect.objectContaining({ id: unnamed.id, name: 'uptime', hint: 'runs on its targets' }),
    {
      id: restart.id,
      name: 'Restart',
      hint: 'runs on the server of the alert',
      hint_text: { code: 'tasks.ALERT_ON_SERVER' },
    },
  ])
  await world.call('PUT', `/api/tasks/${restart.id}`, { enabled: false })
  expect(await list()).toHaveLength(1)
})

it('accepts and runs only tasks that are marked for it', async () => {
  const { id } = await world.offline('a')
  const unmarked = await world.scheduled({ server_ids: [id] })
  const refused = await world.ask('POST', '/api/alert-rules', {
    name: 'Bell',
    rules: [{ rule_type: 'bell' }],
    fail_trigger_tasks: [unmarked.id],
  })
  expect([refused.status, refused.error.details[0].code]).toEqual([422, 'alerts.TASKS_MUST_EXIST'])
  const marked = await world.scheduled({ server_ids: [id], alert_trigger: 'targets' })
  const made = await rule({ fail_trigger_tasks: [marked.id] })
  await world.call('PUT', `/api/tasks/${marked.id}`, { alert_trigger: 'off' })
  ring(id)
  expect(await triggered(marked.id)).toEqual([])
  // The rule stays editable.
  await world.call('PUT', `/api/alert-rules/${made.id}`, { name: 'Renamed', fail_trigger_tasks: [marked.id] })
})

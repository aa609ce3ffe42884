import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeWorld, noon, type World } from '../../test/world.ts'

let world: World
let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tasks-'))
  world = await makeWorld({ dataDir })
})
afterEach(async () => {
  await world.kernel.close()
  rmSync(dataDir, { recursive: true })
})

const minutes = 60_000
const triggers = async (id: string) => (await world.runs(id)).map(({ trigger }) => trigger).reverse()

it('runs on schedule and computes the next run', async () => {
  const { id } = await world.offline('a')
  const task = await world.scheduled({ server_ids: [id] })
  await world.kernel.clock.advance(59 * minutes)
  expect(await triggers(task.id)).toEqual([])
  await world.kernel.clock.advance(2 * minutes)
  expect(await world.ended(task.id)).toMatchObject({ trigger: 'schedule', started_by: 'system' })
  expect(await world.task(task.id)).toMatchObject({
    last_run_at: '2026-05-01T13:00:00Z',
    next_run_at: '2026-05-01T14:00:00Z',
  })
  const [result] = await world.results(task.id)
  expect(result).toMatchObject({ started_at: '2026-05-01T13:00:00Z', exit_code: -3 })
  expect(result?.run_id).toBe((await world.runs(task.id))[0]?.id)
  // Only runs by users are audited.
  expect(world.audited('exec_finished')).toEqual([])
  await world.call('PUT', `/api/tasks/${task.id}`, { enabled: false })
  await world.kernel.clock.advance(120 * minutes)
  expect(await triggers(task.id)).toEqual(['schedule'])
})

it('follows a changed schedule', async () => {
  const { id } = await world.offline('a')
  const task = await world.scheduled({ server_ids: [id] })
  await world.call('PUT', `/api/tasks/${task.id}`, { cron_expression: '0 5 * * * *' })
  await world.kernel.clock.advance(6 * minutes)
  await world.ended(task.id)
  expect(await triggers(task.id)).toEqual(['schedule'])
})

it('skips schedules while the task is running, and refuses to run it by hand', async () => {
  const { id, agent } = await world.server('a')
  const task = await world.scheduled({ server_ids: [id], cron_expression: '0 * * * * *', timeout: 3600 })
  await agent.stay(61_000)
  const { task_id } = await agent.exec()
  await agent.stay(120_000)
  expect(await world.runs(task.id)).toMatchObject([{ state: 'running', skipped: 2 }])
  expect((await world.ask('POST', `/api/tasks/${task.id}/run`)).status).toBe(409)
  agent.send({ type: 'task_result', msg_id: 'm', task_id, output: '', exit_code: 0 })
  await world.ended(task.id)
})

it('retries on schedule only, after the interval, until it succeeds', async () => {
  const { id, agent } = await world.server('a')
  const task = await world.scheduled({ server_ids: [id], retry_count: 3, retry_interval: 30 })
  await world.call('POST', `/api/tasks/${task.id}/run`)
  await agent.answer('', 1)
  expect((await world.ended(task.id)).servers).toMatchObject([{ attempt: 1, exit_code: 1 }])
  await agent.stay(60 * minutes)
  expect((await agent.answer('first', 1)).task_id).toMatch(/:1$/)
  await agent.settle()
  await agent.stay(29_000)
  expect(agent.countOf('exec')).toBe(0)
  await agent.stay(2000)
  expect((await agent.answer('second', 0)).task_id).toMatch(/:2$/)
  expect((await world.ended(task.id)).servers).toMatchObject([{ attempt: 2, exit_code: 0 }])
  expect((await world.results(task.id)).map(({ output }) => output)).toEqual(['second', 'first', ''])
})

it('cancels the active run when the task is disabled or changed', async () => {
  const { id, agent } = await world.server('a')
  const task = await world.scheduled({ server_ids: [id] })
  await world.call('POST', `/api/tasks/${task.id}/run`)
  await agent.exec()
  await world.call('PUT', `/api/tasks/${task.id}`, { name: 'renamed' })
  await agent.settle()
  expect(agent.countOf('exec_cancel')).toBe(0)
  await world.call('PUT', `/api/tasks/${task.id}`, { command: 'other' })
  await agent.next('exec_cancel')
})

it('skips what was missed while the program was down, or runs it once', async () => {
  const { id } = await world.offline('a')
  const skipping = await world.scheduled({ server_ids: [id] })
  const catching = await world.scheduled({ server_ids: [id], run_missed: true })
  await world.kernel.close()
  world = await makeWorld({ dataDir, now: noon + 150 * minutes })
  await world.ended(catching.id)
  expect(await triggers(catching.id)).toEqual(['missed'])
  expect(await triggers(skipping.id)).toEqual([])
  for (const task of [skipping, catching]) {
    expect((await world.task(task.id)).next_run_at).toBe('2026-05-01T15:00:00Z')
  }
})

it('takes over a changed time zone', async () => {
  const { id } = await world.offline('a')
  const task = await world.scheduled({ server_ids: [id], cron_expression: '0 0 20 * * *' })
  expect(task.next_run_at).toBe('2026-05-01T20:00:00Z')
  await world.kernel.close()
  world = await makeWorld({ dataDir, config: { scheduler: { timezone: 'Asia/Tokyo' } } })
  expect((await world.task(task.id)).next_run_at).toBe('2026-05-02T11:00:00Z')
})

it('deletes old runs and results', async () => {
  const { id } = await world.offline('a')
  const task = await world.create({ command: 'true', server_ids: [id] })
  await world.ended(task.id)
  world.kernel.clock.set(noon + 6 * 86_400_000)
  await world.kernel.runJob('Cleanup')
  expect(await world.results(task.id)).toHaveLength(1)
  world.kernel.clock.set(noon + 8 * 86_400_000)
  await vi.waitFor(async () => {
    await world.kernel.runJob('Cleanup')
    expect([await world.results(task.id), await world.runs(task.id)]).toEqual([[], []])
  })
})

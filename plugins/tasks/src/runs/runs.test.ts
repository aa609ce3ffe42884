import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { readPages } from '@svc/kernel/testing'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'
import { type FinishedRun, runObservers } from '../contract.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 5 })

describe('a run', () => {
  it('runs a one-shot command on servers and stores what they answer', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    const task = await world.create({ command: 'uname', server_ids: [a.id, b.id], timeout: 5 })
    expect(task).toMatchObject({ task_type: 'oneshot', last_run_at: '2026-05-01T12:00:00Z' })
    const exec = await a.agent.answer('Linux\n')
    expect(exec).toMatchObject({ command: 'uname', timeout: 5 })
    expect(exec.task_id.split(':')).toEqual([task.id, task.last_run?.id, a.id, '1'])
    await b.agent.answer('nope', 3, { end: 'exited', omitted_bytes: 7 })
    const run = await world.ended(task.id)
    expect(run).toMatchObject({ state: 'finished', trigger: 'manual', total: 2, succeeded: 1, failed: 1 })
    // In the order of the server list: newest first.
    expect(run.servers).toEqual([
      { server_id: b.id, exit_code: 3, end: 'exited', attempt: 1, duration_ms: 0 },
      { server_id: a.id, exit_code: 0, end: 'exited', attempt: 1, duration_ms: 0 },
    ])
    const results = await world.results(task.id)
    expect(results).toContainEqual({
      id: expect.any(Number),
      task_id: task.id,
      server_id: b.id,
      output: 'nope',
      exit_code: 3,
      end: 'exited',
      omitted_bytes: 7,
      run_id: null,
      attempt: 1,
      started_at: null,
      finished_at: '2026-05-01T12:00:00Z',
    })
    expect(await world.call('GET', `/api/tasks/${task.id}/runs/${run.id}/servers/${a.id}`)).toMatchObject({
      attempts: [{ attempt: 1, exit_code: 0, output: 'Linux\n' }],
    })
    expect(world.audited('exec_started')).toContainEqual({
      server_id: a.id,
      task_id: task.id,
      run_id: run.id,
      command: 'uname',
      timeout: 5,
    })
    expect(world.audited('exec_finished')).toContainEqual(expect.objectContaining({ server_id: b.id, exit_code: 3 }))
  })

  it('tells observers of its end, unless it was cancelled', async () => {
    const finished: FinishedRun[] = []
    const observer = definePlugin({
      id: 'observer',
      setup: () => ({
        contributes: contribute(runObservers, {
          plugin: 'observer',
          finished: (run) => void finished.push(run),
        }),
      }),
    })
    const observed = await makeWorld({ plugins: [observer] })
    try {
      const [a, b] = [await observed.server('a'), await observed.offline('b')]
      const task = await observed.create({ name: 'Clean up', command: 'true', server_ids: [a.id, b.id] })
      await a.agent.answer('')
      const run = await observed.ended(task.id)
      const counts = { total: 2, failed: 1, timedOut: 0, offline: 1, denied: 0 }
      expect(finished).toEqual([{ runId: run.id, taskId: task.id, taskName: 'Clean up', ...counts }])
      const cancelled = await observed.create({ command: 'sleep', server_ids: [a.id] })
      await a.agent.exec()
      await observed.call('POST', `/api/tasks/${cancelled.id}/cancel`)
      expect(finished).toHaveLength(1)
    } finally {
      await observed.kernel.close()
    }
  })

  it('acknowledges results', async () => {
    const { id, agent } = await world.server('a')
    const task = await world.create({ command: 'true', server_ids: [id] })
    await agent.answer('')
    expect(await agent.next('ack')).toMatchObject({ msg_id: 'm' })
    await world.ended(task.id)
  })

  it('stores why a server was not asked: capability off, offline', async () => {
    const denied = await world.server('denied', { agent_local_capabilities: 0 })
    const offline = await world.offline('offline')
    const task = await world.create({ command: 'true', server_ids: [denied.id, offline.id] })
    const run = await world.ended(task.id)
    expect(run.servers.map(({ exit_code, end }) => [exit_code, end])).toEqual([
      [-3, 'offline'],
      [-2, 'denied'],
    ])
    expect(world.audited('exec_denied')).toEqual([
      {
        server_id: denied.id,
        task_id: task.id,
        run_id: run.id,
        command: 'true',
        deny_reason: 'agent_capability_disabled',
      },
    ])
    expect(denied.agent.countOf('exec')).toBe(0)
  })

  it('believes an agent that refuses', async () => {
    const { id, agent } = await world.server('a')
    const task = await world.create({ command: 'true', server_ids: [id] })
    const { task_id } = await agent.exec()
    const reason = 'agent_capability_disabled'
    agent.send({ type: 'capability_denied', msg_id: task_id, session_id: null, capability: 'exec', reason })
    expect((await world.ended(task.id)).servers[0]).toMatchObject({ exit_code: -2, end: 'denied' })
    expect(world.audited('exec_denied')).toHaveLength(1)
  })

  it('ends when the capability is withdrawn, and takes the result that follows', async () => {
    const { id, agent } = await world.server('a')
    const task = await world.create({ command: 'long', server_ids: [id] })
    const { task_id } = await agent.exec()
    agent.send({ type: 'capabilities_changed', msg_id: 'c', capabilities: 0, temporary: [], changes: [] })
    expect((await world.ended(task.id)).servers).toMatchObject([{ exit_code: -2, end: 'denied' }])
    agent.send({ type: 'task_result', msg_id: 'm', task_id, output: 'part', exit_code: -1, end: 'cancelled' })
    await until(async () => expect(await world.results(task.id)).toMatchObject([{ output: 'part', end: 'cancelled' }]))
  })

  it('takes a result that comes in one packet with the withdrawal', async () => {
    const { id, agent } = await world.server('a')
    for (let round = 0; round < 5; round += 1) {
      const task = await world.create({ command: 'long', server_ids: [id] })
      const { task_id } = await agent.exec()
      agent.send({ type: 'capabilities_changed', msg_id: 'c', capabilities: 0, temporary: [], changes: [] })
      agent.send({ type: 'task_result', msg_id: 'm', task_id, output: 'part', exit_code: -1, end: 'cancelled' })
      await until(async () =>
        expect(await world.results(task.id)).toMatchObject([{ output: 'part', end: 'cancelled' }]),
      )
      agent.send({ type: 'capabilities_changed', msg_id: 'd', capabilities: 2, temporary: [], changes: [] })
      await agent.next('ack')
    }
  })

  it('ends when the agent returns without the capability', async () => {
    const { id, token, agent } = await world.server('a')
    const task = await world.create({ command: 'long', server_ids: [id] })
    await agent.exec()
    agent.terminate()
    await world.isOffline(id)
    await world.connectAgent(token, { agent_local_capabilities: 0 })
    expect((await world.ended(task.id)).servers).toMatchObject([{ exit_code: -2, end: 'denied' }])
  })

  it('chooses servers by id, group and tag', async () => {
    const [a, b, c, d] = [
      await world.offline('a'),
      await world.offline('b'),
      await world.offline('c'),
      await world.offline('d'),
    ]
    const group = await world.call<{ id: string }>('POST', '/api/server-groups', { name: 'web' })
    await world.call('PUT', `/api/servers/${b.id}`, { group_id: group.id })
    await world.call('PUT', `/api/servers/${c.id}/tags`, { tags: ['db'] })
    const task = await world.create({
      command: 'true',
      server_ids: [a.id],
      group_ids: [group.id],
      tags: ['db', 'none'],
    })
    const { servers } = await world.ended(task.id)
    expect(new Set(servers.map(({ server_id }) => server_id))).toEqual(new Set([a.id, b.id, c.id]))
    expect(d.id).toBeDefined()
  })

  it('gives up when there is no answer in time, keeps what was printed, and takes a late result', async () => {
    const { id, agent } = await world.server('a')
    const task = await world.create({ command: 'sleep 100', server_ids: [id], timeout: 30 })
    const { task_id } = await agent.exec()
    agent.send({ type: 'exec_output', task_id, data: 'half' })
    await agent.settle()
    await agent.stay(39_000)
    expect((await world.runs(task.id))[0]).toMatchObject({ state: 'running' })
    await agent.stay(2000)
    const run = await world.ended(task.id)
    expect(run.servers[0]).toMatchObject({ exit_code: -4, end: 'no_answer' })
    expect(await world.results(task.id)).toMatchObject([{ output: 'half', exit_code: -4 }])
    expect(await agent.next('exec_cancel')).toMatchObject({ task_id })
    agent.send({ type: 'task_result', msg_id: 'm', task_id, output: 'whole', exit_code: 0 })
    await agent.settle()
    expect(await world.results(task.id)).toMatchObject([{ output: 'whole', exit_code: 0 }])
    expect((await world.runs(task.id))[0]).toMatchObject({ succeeded: 1, failed: 0 })
    // Only once.
    agent.send({ type: 'task_result', msg_id: 'm', task_id, output: 'again', exit_code: 1 })
    await agent.settle()
    expect(await world.results(task.id)).toMatchObject([{ output: 'whole' }])
  })

  it('waits for an agent that disconnects while the command runs, and never runs it twice', async () => {
    const { id, token, agent } = await world.server('a')
    const task = await world.create({ command: 'long', server_ids: [id], timeout: 600 })
    const { task_id } = await agent.exec()
    agent.terminate()
    await world.isOffline(id)
    const again = await world.connectAgent(token)
    await again.settle()
    expect(again.countOf('exec')).toBe(0)
    expect((await world.runs(task.id))[0]).toMatchObject({ state: 'running' })
    again.send({ type: 'task_result', msg_id: 'm', task_id, output: 'done', exit_code: 0 })
    expect((await world.ended(task.id)).servers[0]).toMatchObject({ exit_code: 0 })
  })

  it('ends with -4 when an agent dies and never comes back', async () => {
    const { id, agent } = await world.server('a')
    const task = await world.create({ command: 'long', server_ids: [id], timeout: 20 })
    await agent.exec()
    agent.terminate()
    await world.isOffline(id)
    await world.kernel.clock.advance(31_000)
    expect((await world.ended(task.id)).servers[0]).toMatchObject({ exit_code: -4, end: 'no_answer' })
  })

  it('believes an agent only about itself', async () => {
    const [a, liar] = [await world.server('a'), await world.server('liar')]
    const task = await world.create({ command: 'true', server_ids: [a.id] })
    const { task_id } = await a.agent.exec()
    const lie = { type: 'task_result', msg_id: 'm', output: 'lie', exit_code: 0 }
    liar.agent.send({ ...lie, task_id })
    liar.agent.send({ ...lie, task_id: task.id })
    liar.agent.send({ ...lie, task_id: `${task.id}:${task.last_run?.id}:${liar.id}:1` })
    await liar.agent.settle()
    expect(await world.results(task.id)).toEqual([])
    expect((await world.runs(task.id))[0]).toMatchObject({ state: 'running', total: 1 })
    a.agent.send({ type: 'task_result', msg_id: 'm', task_id, output: 'truth', exit_code: 0 })
    await world.ended(task.id)
    liar.agent.send({ ...lie, task_id })
    await liar.agent.settle()
    expect(await world.results(task.id)).toMatchObject([{ output: 'truth' }])
  })

  it('stores no more than the limit, whatever an agent sends', async () => {
    const { id, agent } = await world.server('a')
    const task = await world.create({ command: 'true', server_ids: [id] })
    await agent.answer('x'.repeat(900_000))
    await world.ended(task.id)
    const [result] = await world.results(task.id)
    expect(result?.output.length).toBeLessThan(525_000)
    expect(result?.omitted_bytes).toBe(900_000 - 524_288)
  })

  it('cancels: what runs is stopped with its output, what waits never starts', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    const task = await world.create({ command: 'long', server_ids: [a.id, b.id], max_parallel: 1 })
    const first = await Promise.race([a.agent.exec().then(() => a), b.agent.exec().then(() => b)])
    await world.call('POST', `/api/tasks/${task.id}/cancel`)
    const { task_id } = await first.agent.next('exec_cancel')
    first.agent.send({ type: 'task_result', msg_id: 'm', task_id, output: 'part', exit_code: -1, end: 'cancelled' })
    const run = await world.ended(task.id)
    expect(run).toMatchObject({ state: 'cancelled', succeeded: 0, failed: 1 })
    expect(new Set(run.servers.map(({ end }) => end))).toEqual(new Set(['cancelled', null]))
    expect(await world.results(task.id)).toMatchObject([{ output: 'part', exit_code: -1, end: 'cancelled' }])
    expect((await world.ask('POST', `/api/tasks/${task.id}/cancel`)).status).toBe(409)
    expect(world.audited('task_cancelled')).toEqual([{ id: task.id, name: null }])
  })

  it('repeats a cancellation until a result confirms it, so that it reaches an agent that was disconnected', async () => {
    const { id, token, agent } = await world.server('a')
    const task = await world.create({ command: 'long', server_ids: [id], timeout: 600 })
    const { task_id } = await agent.exec()
    agent.terminate()
    await world.isOffline(id)
    await world.call('POST', `/api/tasks/${task.id}/cancel`)
    await world.kernel.clock.advance(10_000)
    expect(await world.ended(task.id)).toMatchObject({ state: 'cancelled', servers: [{ end: 'cancelled' }] })
    const again = await world.connectAgent(token)
    expect(await again.next('exec_cancel')).toMatchObject({ task_id })
    again.send({ type: 'task_result', msg_id: 'm', task_id, output: 'part', exit_code: -1, end: 'cancelled' })
    await again.settle()
    again.terminate()
    await world.isOffline(id)
    const third = await world.connectAgent(token)
    await third.settle()
    expect(third.countOf('exec_cancel')).toBe(0)
  })

  it('forgets a cancellation when the agent must have ended the command by itself', async () => {
    const { id, token, agent } = await world.server('a')
    const task = await world.create({ command: 'long', server_ids: [id], timeout: 60 })
    await agent.exec()
    agent.terminate()
    await world.isOffline(id)
    await world.call('POST', `/api/tasks/${task.id}/cancel`)
    await world.kernel.clock.advance(71_000)
    const again = await world.connectAgent(token)
    await again.settle()
    expect(again.countOf('exec_cancel')).toBe(0)
  })

  it('does not wait for an agent that ignores the cancellation', async () => {
    const { id, agent } = await world.server('a')
    const task = await world.create({ command: 'long', server_ids: [id] })
    await agent.exec()
    await world.call('POST', `/api/tasks/${task.id}/cancel`)
    await agent.stay(10_000)
    expect((await world.ended(task.id)).servers[0]).toMatchObject({ exit_code: -1, end: 'cancelled' })
  })

  it('stops with its task and with its server', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    const task = await world.create({ command: 'long', server_ids: [a.id] })
    await a.agent.exec()
    await world.call('DELETE', `/api/tasks/${task.id}`)
    await a.agent.next('exec_cancel')
    const other = await world.create({ command: 'long', server_ids: [b.id] })
    await b.agent.exec()
    await world.call('DELETE', `/api/servers/${b.id}`)
    expect(await world.ended(other.id)).toMatchObject({ total: 1 })
  })

  it('runs at most five commands on a server, and as many servers at a time as the task says', async () => {
    const { id, agent } = await world.server('a')
    const tasks = await Promise.all(
      Array.from({ length: 7 }, () => world.create({ command: 'long', server_ids: [id] })),
    )
    const first = await agent.exec()
    await until(() => expect(agent.countOf('exec')).toBe(4))
    await agent.settle()
    expect(agent.countOf('exec')).toBe(4)
    agent.send({ type: 'task_result', msg_id: 'm', task_id: first.task_id, output: '', exit_code: 0 })
    for (let left = 6; left > 0; left -= 1) await agent.answer('')
    for (const task of tasks) await world.ended(task.id)
  })

  it('runs again on all targets, some, or those that failed', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    const task = await world.create({ command: 'flaky', server_ids: [a.id, b.id] })
    await a.agent.answer('', 0)
    await b.agent.answer('', 1)
    const first = await world.ended(task.id)
    const again = await world.call<{ id: string; servers: object[] }>('POST', `/api/tasks/${task.id}/runs`, {
      failed_of: first.id,
    })
    expect(again.servers).toMatchObject([{ server_id: b.id }])
    expect((await world.ask('POST', `/api/tasks/${task.id}/runs`, {})).status).toBe(409)
    await b.agent.answer('', 0)
    const second = await world.ended(task.id)
    expect(second).toMatchObject({ id: again.id, succeeded: 1, failed: 0 })
    const nothing = await world.ask('POST', `/api/tasks/${task.id}/runs`, { failed_of: second.id })
    expect([nothing.status, nothing.error.details[0].code]).toEqual([422, 'tasks.NO_TARGETS'])
    expect((await world.ask('POST', `/api/tasks/${task.id}/runs`, { failed_of: 'other' })).status).toBe(404)
    expect((await world.ask('POST', `/api/tasks/${task.id}/runs`, { server_ids: ['other'] })).status).toBe(422)
    expect((await world.runs(task.id)).map(({ id }) => id)).toEqual([second.id, first.id])
    const read = (url: string) => world.kernel.as('admin').inject(url)
    expect(await readPages(read, `/api/tasks/${task.id}/runs?limit=1`)).toMatchObject([
      [{ id: second.id }],
      [{ id: first.id }],
    ])
    expect((await world.ask('POST', `/api/tasks/${task.id}/run`)).status).toBe(400)
  })

  it('streams output to administrators who watch, from the beginning for latecomers', async () => {
    const { id, agent } = await world.server('a')
    const task = await world.create({ command: 'long', server_ids: [id] })
    const run_id = task.last_run?.id ?? ''
    const { task_id } = await agent.exec()
    agent.send({ type: 'exec_output', task_id, data: 'one\n' })
    await agent.settle()
    const connect = async (who: 'admin' | 'member') => {
      const viewer = await world.kernel.connect('/api/ws/servers', world.kernel.as(who).headers)
      await viewer.next('full_sync')
      viewer.send({ type: 'task_output_subscribe', run_id, server_ids: [id] })
      return viewer
    }
    const [admin, member] = [await connect('admin'), await connect('member')]
    const common = { run_id, server_id: id, attempt: 1 }
    expect(await admin.next('task_output')).toEqual({ type: 'task_output', ...common, is_start: true, data: 'one\n' })
    agent.send({ type: 'exec_output', task_id, data: 'two\n' })
    expect(await admin.next('task_output')).toMatchObject({ ...common, is_start: false, data: 'two\n' })
    admin.send({ type: 'task_output_unsubscribe', run_id })
    await until(() => {
      agent.send({ type: 'exec_output', task_id, data: 'three\n' })
      expect(admin.countOf('task_output')).toBe(0)
    })
    expect(member.countOf('task_output')).toBe(0)
    agent.send({ type: 'task_result', msg_id: 'm', task_id, output: 'one\ntwo\nthree\n', exit_code: 0 })
    await world.ended(task.id)
    await world.kernel.clock.advance(500)
    await admin.next('task_changed')
  })

  it('handles 5,000 targets', async () => {
    await world.offline('real')
    const { database } = world.kernel
    const { id: real } = (await world.call<{ id: string }[]>('GET', '/api/servers'))[0] as { id: string }
    const columns = database
      .prepare<[], { name: string }>("SELECT name FROM pragma_table_info('enrollment_servers')")
      .all()
      .map(({ name }) => name)
    const copied = columns.map((name) => {
      if (name === 'id') return `'copy-' || value`
      if (name === 'number') return '1000 + value'
      if (name === 'token_hash' || name === 'token_prefix') return 'NULL'
      return name
    })
    database.exec(`
      INSERT INTO enrollment_servers (${columns.join(', ')})
      WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 5000)
      SELECT ${copied.join(', ')} FROM enrollment_servers, n WHERE enrollment_servers.id = '${real}'`)
    const server_ids = Array.from({ length: 5000 }, (_, index) => `copy-${index + 1}`)
    const task = await world.create({ command: 'true', server_ids })
    const run = await vi.waitFor(
      async () => {
        const [newest] = await world.runs(task.id)
        expect(newest?.state).toBe('finished')
        return newest
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(run).toMatchObject({ total: 5000, succeeded: 0, failed: 5000 })
    expect(await world.results(task.id)).toHaveLength(500)
    const read = (url: string) => world.kernel.as('admin').inject(url)
    const pages = await readPages<{ server_id: string }[]>(read, `/api/tasks/${task.id}/results`)
    expect(pages.map((page) => page.length)).toEqual(Array(10).fill(500))
    expect(new Set(pages.flat().map(({ server_id }) => server_id)).size).toBe(5000)
  }, 90_000)
})

describe('the end of the program', () => {
  it('marks what was running as interrupted, runs nothing twice, and takes the result when it comes', async () => {
    const { id, token, agent } = await world.server('a')
    const task = await world.create({ command: 'long', server_ids: [id] })
    const { task_id } = await agent.exec()
    const { dataDir } = world.kernel
    // As after a crash: nothing was written at the end.
    const snapshot = `${dataDir}-crashed`
    mkdirSync(snapshot)
    world.kernel.database.exec(`VACUUM INTO '${snapshot}/svc.db'`)
    for (const name of readdirSync(dataDir)) {
      if (!name.startsWith('svc.db')) cpSync(`${dataDir}/${name}`, `${snapshot}/${name}`, { recursive: true })
    }
    await world.kernel.close()
    world = await makeWorld({ dataDir: snapshot })
    expect((await world.runs(task.id))[0]).toMatchObject({
      state: 'interrupted',
      failed: 1,
      servers: [{ exit_code: -4, end: 'interrupted' }],
    })
    const again = await world.connectAgent(token)
    await again.settle()
    expect(again.countOf('exec')).toBe(0)
    again.send({ type: 'task_result', msg_id: 'm', task_id, output: 'done', exit_code: 0 })
    await again.settle()
    expect((await world.runs(task.id))[0]).toMatchObject({ state: 'interrupted', succeeded: 1, failed: 0 })
    expect(await world.results(task.id)).toMatchObject([{ output: 'done', exit_code: 0, end: 'exited' }])
  })
})

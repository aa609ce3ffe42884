import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

type Server = Awaited<ReturnType<World['server']>>

/** Starts an upgrade and returns what the agent was sent. */
async function begin(server: Server) {
  const { status, data } = await world.start(server.id)
  expect(status).toBe(200)
  const message = await server.agent.next('upgrade')
  expect(message).toEqual({ type: 'upgrade', version: '2.0.0', download_url: '', sha256: '', job_id: data.job_id })
  return data.job_id as string
}

/** Sends a message that the server acknowledges. */
async function say({ agent }: Server, type: string, content: object) {
  agent.send({ type, msg_id: 'm', target_version: '2.0.0', ...content })
  expect(await agent.next('ack')).toEqual({ type: 'ack', msg_id: 'm' })
}

it('follows the stages until the agent reports the version', async () => {
  const server = await world.server('web-1')
  const browser = await world.browser()
  await browser.next('full_sync')
  const job_id = await begin(server)
  const about = { server_id: server.id, job_id, target_version: '2.0.0' }
  expect(await browser.next('upgrade_progress')).toMatchObject({ ...about, stage: 'downloading' })
  await say(server, 'upgrade_progress', { job_id, stage: 'downloading' })
  await say(server, 'upgrade_progress', { job_id, stage: 'verifying' })
  expect(await browser.next('upgrade_progress')).toMatchObject({ ...about, stage: 'verifying' })
  await say(server, 'upgrade_progress', { job_id, stage: 'restarting' })
  const second = await world.browser()
  expect((await second.next('full_sync')).upgrades).toMatchObject([{ job_id, status: 'running', stage: 'restarting' }])

  await world.connect(server.token, '2.0.0')
  expect(await browser.next('upgrade_result')).toEqual({
    type: 'upgrade_result',
    ...about,
    status: 'succeeded',
    stage: 'restarting',
    error: null,
    backup_path: null,
  })
  expect(await world.history(server.id)).toMatchObject([
    { ...about, from_version: '1.0.0', status: 'succeeded', error: null, finished_at: expect.any(String) },
  ])
  expect(await world.versions()).toMatchObject([{ version: '2.0.0', online: true, permitted: true }])
  expect(world.audited('server_upgrade')).toEqual([{ server_id: server.id, version: '2.0.0' }])
  expect(world.ended).toEqual([{ id: job_id, version: '2.0.0', serverId: server.id, total: 1, failed: 0 }])
})

it('keeps the reason of the agent, also for a success that was undone later', async () => {
  const server = await world.server('web-1')
  const job_id = await begin(server)
  await world.connect(server.token, '2.0.0')
  const agent = await world.connect(server.token, '1.0.0')
  const failure = { job_id, stage: 'restarting', error: 'the candidate exited', backup_path: '/opt/agent.bak' }
  await say({ ...server, agent }, 'upgrade_result', failure)
  const expected = { status: 'failed', error: 'the candidate exited', backup_path: '/opt/agent.bak' }
  expect(await world.history(server.id)).toMatchObject([expected])
  // Repeated, because the agent did not see the acknowledgement.
  await say({ ...server, agent }, 'upgrade_result', { ...failure, error: 'other' })
  expect(await world.history(server.id)).toMatchObject([expected])
})

it('fails when the host denies it meanwhile', async () => {
  const server = await world.server('web-1')
  await begin(server)
  server.agent.send({ type: 'capability_denied', capability: 'upgrade', reason: 'agent_capability_disabled' })
  await server.agent.settle()
  expect(await world.history(server.id)).toMatchObject([{ status: 'failed', error_text: { code: 'upgrade.DENIED' } }])
})

it('times out without a message, which each message prolongs', async () => {
  const server = await world.server('web-1')
  const job_id = await begin(server)
  await server.agent.stay(600_000)
  await say(server, 'upgrade_progress', { job_id, stage: 'restarting' })
  await server.agent.stay(230_000)
  expect(await world.history(server.id)).toMatchObject([{ status: 'running' }])
  await server.agent.stay(30_000)
  expect(await world.history(server.id)).toMatchObject([{ status: 'timeout', error: expect.stringContaining('4m') }])
  await world.connect(server.token, '2.0.0')
  expect(await world.history(server.id)).toMatchObject([{ status: 'timeout' }])
  await begin({ ...server, agent: await world.connect(server.token, '1.0.0') })
})

it('refuses what cannot begin, in the order of the contract', async () => {
  const denied = await world.server('denied', '1.0.0', { agent_local_capabilities: 0 })
  const server = await world.server('web-1')
  expect(await world.start('unknown')).toMatchObject({ status: 404 })
  expect(await world.start(denied.id, 'latest')).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
  expect(world.audited('server_upgrade_denied')).toMatchObject([{ server_id: denied.id }])
  expect(await world.start(server.id, 'latest')).toMatchObject({ status: 400, error: { code: 'BAD_REQUEST' } })
  await begin(server)
  expect(await world.start(server.id, 'v3.0.0')).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
  server.agent.terminate()
  await world.kernel.clock.advance(60_000)
  expect(await world.start(server.id)).toMatchObject({ status: 404 })
})

it('goes on after a restart of the server', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-upgrade-'))
  const first = await makeWorld({ dataDir })
  const server = await first.server('web-1')
  const { data } = await first.start(server.id)
  await first.kernel.close()
  const second = await makeWorld({ dataDir })
  await second.kernel.runJob('UpgradeSweep')
  expect(await second.history(server.id)).toMatchObject([{ job_id: data.job_id, status: 'running' }])
  await second.connect(server.token, '2.0.0')
  expect(await second.history(server.id)).toMatchObject([{ status: 'succeeded' }])
  await second.kernel.close()
  rmSync(dataDir, { recursive: true })
})

it('is listed with the others of its server, page by page', async () => {
  const server = await world.server('web-1')
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const job_id = await begin(server)
    ids.unshift(job_id)
    await say(server, 'upgrade_result', { job_id, stage: 'verifying', error: 'checksum' })
  }
  const page = async (url: string) => {
    const { headers, ...response } = await world.kernel.as('admin').inject(url)
    const [, next] = /^<(.*)>; rel="next"$/.exec(String(headers.link)) ?? []
    return { next, ids: response.json().data.map((job: { job_id: string }) => job.job_id) }
  }
  const first = await page(`/api/servers/${server.id}/upgrades?limit=2`)
  expect(first.ids).toEqual(ids.slice(0, 2))
  expect(await page(first.next as string)).toEqual({ next: undefined, ids: ids.slice(2) })
})

it('shows members nothing of hidden servers', async () => {
  const server = await world.server('web-1')
  await world.ask('PUT', `/api/servers/${server.id}`, { hidden: true })
  await begin(server)
  const member = await world.browser('member')
  expect((await member.next('full_sync')).upgrades).toEqual([])
})

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onboard } from '@svc/e2e/enrol'
import { repository } from '@svc/e2e/process'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { expect, it } from 'vitest'

interface Job {
  readonly status: string
  readonly stage: string
  readonly error: string | null
}

const stage = makeStage()
const asset = `svc-agent-linux-${process.arch === 'x64' ? 'amd64' : 'arm64'}`

/** A program file: the built agent with another version inside. */
function programOf(version: string, first = ''): string {
  const folder = stage.directory()
  for (const part of ['bin', 'dist/bundle', 'package.json'])
    cpSync(join(repository, 'agent', part), join(folder, part), { recursive: true })
  // The build writes the version into the code. The one of the SDK for plugins may be the same, and stays.
  const own: string = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  const main = join(folder, 'dist/bundle/svc-agent.js')
  writeFileSync(main, readFileSync(main, 'utf8').replace(`="${own}"`, `="${version}"`))
  return `#!/bin/sh\n${first}\nexec ${process.execPath} ${join(folder, 'bin/svc-agent.js')} "$@"\n`
}

it('a real agent becomes a newer version, and comes back if that one fails', async () => {
  const files = new Map<string, string>()
  const publish = (version: string, program: string) => {
    const folder = `/releases/download/v${version}`
    files.set(`${folder}/${asset}`, program)
    files.set(`${folder}/checksums.txt`, `${createHash('sha256').update(program).digest('hex')}  ${asset}\n`)
  }
  const releases = createServer(({ url = '' }, response) => {
    const found = files.get(url)
    response.writeHead(found ? 200 : 404).end(found)
  }).listen(0, '127.0.0.1')
  await once(releases, 'listening')
  stage.later(() => releases.close())
  const release_repo_url = `http://127.0.0.1:${(releases.address() as AddressInfo).port}/releases`

  const server = await stage.server()
  const admin = await firstSignIn(server)
  const { server_id, enrollment } = await onboard(admin, 'web-1')
  const directory = stage.directory()
  const program_file = join(directory, 'svc-agent')
  writeFileSync(program_file, programOf('1.0.0'), { mode: 0o755 })
  const config = { upgrade: { release_repo_url, program_file } }
  const agent = stage.agent({
    serverUrl: server.url,
    code: enrollment.code,
    directory,
    config,
    executable: program_file,
  })
  await agent.line(/"connected"/)

  const version = async () => (await admin.get<{ agent_version: string }>(`/api/servers/${server_id}`)).agent_version
  const jobs = () => admin.get<Job[]>(`/api/servers/${server_id}/upgrades`)
  const upgrade = (to: string) => admin.send('POST', `/api/servers/${server_id}/upgrade`, { version: to })
  const phase = () => JSON.parse(readFileSync(join(directory, 'state/upgrade.json'), 'utf8')).phase
  await until('the first version', async () => (await version()) === '1.0.0')

  publish('2.0.0', programOf('2.0.0'))
  await upgrade('2.0.0')
  await until('the success', async () => (await jobs())[0]?.status === 'succeeded')
  await until('the confirmation', () => phase() === 'confirmed')
  await until('the agent in its old process', () => agent.lines.filter((line) => /"connected"/.test(line)).length === 3)
  expect(await version()).toBe('2.0.0')
  expect(agent.hasExited()).toBe(false)

  publish('3.0.0', programOf('3.0.0', 'if [ "$1" != --version ]; then exit 9; fi'))
  await upgrade('3.0.0')
  await until('the failure', async () => (await jobs())[0]?.status === 'failed')
  const [job] = await jobs()
  expect(job).toMatchObject({ stage: 'restarting', error: 'the candidate exited with code 9' })
  expect(await version()).toBe('2.0.0')
  expect(phase()).toBe('rolled_back')
})

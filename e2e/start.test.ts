import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from './harness/http.ts'
import { freePort } from './harness/place.ts'
import { cleanEnv, type Program, repository, run } from './harness/process.ts'
import { adminPassword, type Session, signIn } from './harness/session.ts'
import { makeStage } from './harness/stage.ts'
import { until } from './harness/until.ts'

const stage = makeStage()
let directory = ''
let url = ''
let env: NodeJS.ProcessEnv = {}

beforeAll(async () => {
  directory = stage.directory()
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  env = cleanEnv({ SVC_SERVER__DATA_DIR: join(directory, 'data'), SVC_SERVER__LISTEN: `127.0.0.1:${port}` })
})

const agentFile = () => join(directory, 'data/agent/agent.toml')

function start(): Program {
  const program = run([join(repository, 'scripts/start.mjs')], { cwd: repository, env })
  stage.later(program.stop)
  return program
}

/** Pids of our programs that work on this test's directory. */
const children = (parent: Program): number[] =>
  readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

const servers = (session: Session) => session.get<{ id: string; agent_authority: { status: string } }[]>('/api/servers')

describe('npm start', () => {
  it('starts a server and an agent that enrols itself, and shows the password once', async () => {
    const first = start()
    await first.line(/svc is running at/)
    expect(first.output()).toContain(url)
    expect(first.output()).toMatch(/username\s+admin/)
    const password = /password\s+([\w-]{20,})/.exec(first.output())?.[1] as string
    const session = await signIn(url, 'admin', password)
    await session.send('POST', '/api/auth/onboarding', { new_password: adminPassword })
    await first.line(/agent\s+connected/)
    expect(await servers(session)).toMatchObject([{ agent_authority: { status: 'claimed' } }])
    expect(statSync(agentFile()).mode & 0o077).toBe(0)
    expect(readFileSync(agentFile(), 'utf8')).not.toContain(password)

    const pids = children(first)
    expect(pids).toHaveLength(2)
    first.kill('SIGINT')
    expect(await first.exited).toEqual({ code: 0, signal: null })
    expect(pids.filter(isAlive)).toEqual([])
    const at = (pattern: RegExp) => first.lines.findIndex((line) => pattern.test(line))
    expect(at(/agent stopped/)).toBeGreaterThan(at(/Stopping/))
    expect(at(/server {2}stopping/)).toBeGreaterThan(at(/agent stopped/))
  })

  it('reuses everything the second time', async () => {
    const before = readFileSync(agentFile(), 'utf8')
    const second = start()
    await second.line(/agent\s+connected/)
    expect(second.output()).not.toMatch(/password/)
    expect(readFileSync(agentFile(), 'utf8')).toBe(before)
    expect(await servers(await signIn(url, 'admin', adminPassword))).toHaveLength(1)

    const late = start()
    expect((await late.exited).code).toBe(1)
    expect(late.output()).toContain(`${url} is already in use`)
    expect((await ask(`${url}/healthz`)).status).toBe(200)

    expect(await second.stop()).toEqual({ code: 0, signal: null })
  })

  it('stops the agent and passes the exit code on when the server dies', async () => {
    const third = start()
    await third.line(/agent\s+connected/)
    const pids = children(third)
    const server = pids.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('svc-server')) as number
    process.kill(server, 'SIGKILL')
    expect((await third.exited).code).toBe(128 + 9)
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('starts an agent again that dies, under the same identity', async () => {
    const fourth = start()
    await fourth.line(/agent\s+connected/)
    const agent = children(fourth).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('svc-agent'))
    process.kill(agent as number, 'SIGKILL')
    await until('the next agent', () => fourth.output().match(/agent\s+connected/g)?.length === 2)
    expect(await servers(await signIn(url, 'admin', adminPassword))).toHaveLength(1)
    await fourth.stop()
  })

  it('gets a fresh code when the claim with the old one was lost, without a second server', async () => {
    const text = readFileSync(agentFile(), 'utf8')
    writeFileSync(
      agentFile(),
      text
        .replace(/^token = .*$/m, `token = "${randomBytes(32).toString('base64url')}"`)
        .replace(/^enrollment_code = .*$/m, `enrollment_code = "${randomBytes(32).toString('base64url')}"`),
    )
    const fifth = start()
    await until('the agent', () => /agent\s+connected/.test(fifth.output()))
    expect(fifth.output()).toContain('rejected the enrollment code')
    expect(await servers(await signIn(url, 'admin', adminPassword))).toMatchObject([
      { agent_authority: { status: 'claimed' } },
    ])
    await fifth.stop()
  })
})

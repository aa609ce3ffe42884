import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from '@svc/e2e/database'
import { type Onboarded, onboard } from '@svc/e2e/enrol'
import { holdFirstClaim } from '@svc/e2e/late-claims'
import { freePort } from '@svc/e2e/place'
import { type Program, repository } from '@svc/e2e/process'
import { chosenSeed, makeRandom } from '@svc/e2e/random'
import type { Server, ServerOptions } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
const preload = (file: string) => ({ NODE_OPTIONS: `--require=${join(repository, 'e2e/fixtures/death', file)}` })

let place: ServerOptions
let dieFile: string
let server: Server
let admin: Session

beforeAll(async () => {
  const directory = stage.directory()
  dieFile = join(directory, 'die.json')
  place = { directory, port: await freePort(), env: { ...preload('server.cjs'), DIE_FILE: dieFile } }
  server = await stage.server(place)
  admin = await firstSignIn(server)
})

const steps = [
  'on arrival',
  'before the write',
  'before the commit',
  'after the commit',
  'before the answer',
  'after the answer',
] as const
type Step = (typeof steps)[number]
const isCommitted = (at: Step) => steps.indexOf(at) >= steps.indexOf('after the commit')

/** The server dies at this step of the next request to `path`. */
const dieAt = (at: Step, path: string, sql: string) => writeFileSync(dieFile, JSON.stringify({ at, path, sql }))

async function restart() {
  expect((await server.exited).signal).toBe('SIGKILL')
  server = await stage.server(place)
}

interface Authority {
  readonly status: string
  readonly outstanding_offer: { readonly id: string } | null
}
const authorityOf = (id: string) => admin.get<Authority>(`/api/servers/${id}/agent-authority`)
const transitionsOf = async (id: string) => {
  const events = await admin.get<{ transition: string }[]>(`/api/agent-authority/events?server_id=${id}`)
  return events.map(({ transition }) => transition)
}

const connections = (agent: Program) => agent.lines.filter((line) => /"connected"/.test(line)).length
const untilConnected = (agent: Program, nth = 1) =>
  until('the agent to be connected', () => {
    if (agent.hasExited()) throw new Error(`the agent ended:\n${agent.output()}`)
    return connections(agent) >= nth
  })

const tokenIn = (directory: string) =>
  /^token = "([\w-]{43})"$/m.exec(readFileSync(join(directory, 'agent.toml'), 'utf8'))?.[1] ?? ''

/** The agent's file and the server's row name the same token, which one claim of this offer brought there. */
async function expectAgreement({ server_id: id, enrollment }: Onboarded, directory: string) {
  expect(await authorityOf(id)).toEqual({ status: 'claimed', outstanding_offer: null })
  const hash = createHash('sha256').update(tokenIn(directory)).digest('hex')
  const stored = inspect(server.dataDir, (db) => ({
    token: db.prepare('SELECT token_hash FROM enrollment_servers WHERE id = ?').pluck().get(id),
    consumed: db
      .prepare("SELECT offer_id FROM enrollment_events WHERE server_id = ? AND transition = 'offer_consumed'")
      .pluck()
      .all(id),
  }))
  expect(stored).toEqual({ token: hash, consumed: [enrollment.id] })
}

describe('a claim, the server killed', () => {
  it.each(steps)('%s: agent and server agree after the restart', async (at) => {
    const created = await onboard(admin, `claim ${at}`)
    dieAt(at, '/api/agent/register', 'UPDATE enrollment_servers SET token_hash')
    const directory = stage.directory()
    const agent = stage.agent({ directory, serverUrl: server.url, code: created.enrollment.code })
    await restart()
    await untilConnected(agent)
    await expectAgreement(created, directory)
    expect(await transitionsOf(created.server_id)).toEqual(['offer_consumed', 'initial_offer_issued'])
    // Committed without a response: the token authenticated, so no second claim was needed. Otherwise the pair was retried.
    if (at !== 'after the answer') {
      expect(agent.output()).toContain('enrollment result unknown, trying the token')
      expect(agent.output().includes('"msg":"enrolled"')).toBe(!isCommitted(at))
    }
    await agent.stop()
  })

  const seed = chosenSeed()
  it.each([1, 2, 3, 4, 5, 6])(`at a random moment around it, round %i (SEED=${seed})`, async (round) => {
    const created = await onboard(admin, `round ${round}`)
    const directory = stage.directory()
    const agent = stage.agent({ directory, serverUrl: server.url, code: created.enrollment.code })
    // An agent takes about that long to start, stage its token and claim.
    await agent.line(/agent starting/)
    await pause(makeRandom(seed + round).below(250))
    server.kill('SIGKILL')
    await restart()
    await untilConnected(agent)
    await expectAgreement(created, directory)
    await agent.stop()
  })
})

describe('a re-enrollment, the server killed', () => {
  /** A server with a connected agent that has no code any more. */
  async function running(name: string) {
    const { server_id: id, enrollment } = await onboard(admin, name)
    const agent = stage.agent({ serverUrl: server.url, code: enrollment.code })
    await untilConnected(agent)
    return { id, agent, base: `/api/servers/${id}/agent-authority` }
  }

  it.each(steps)('%s of an emergency: the old agent is connected or not, as recorded', async (at) => {
    const { id, agent, base } = await running(`emergency ${at}`)
    dieAt(at, '/re-enrollment', 'UPDATE enrollment_servers SET token_hash')
    await admin.call('POST', `${base}/re-enrollment`, { mode: 'emergency' }).catch(() => undefined)
    await restart()
    const { status, outstanding_offer: offer } = await authorityOf(id)
    expect([status, offer !== null]).toEqual(isCommitted(at) ? ['unclaimed', true] : ['claimed', false])
    if (!offer) {
      await untilConnected(agent, 2)
      expect(await transitionsOf(id)).toEqual(['offer_consumed', 'initial_offer_issued'])
    } else {
      await agent.line(/does not accept the run token/)
      expect([agent.hasExited(), connections(agent)]).toEqual([false, 1])
      // The code was lost with the answer: the admin replaces the offer that the record shows.
      const next = await admin.send<Onboarded>('POST', `${base}/offers/${offer.id}/replace`)
      const heir = stage.agent({ serverUrl: server.url, code: next.enrollment.code })
      await untilConnected(heir)
      expect(await authorityOf(id)).toEqual({ status: 'claimed', outstanding_offer: null })
      await heir.stop()
    }
    await agent.stop()
  })

  it.each(['before the commit', 'after the commit'] as const)(
    '%s of a graceful one: the old agent comes back, the offer is there or not',
    async (at) => {
      const { id, agent, base } = await running(`graceful ${at}`)
      dieAt(at, '/re-enrollment', 'INSERT INTO enrollment_offers')
      await expect(admin.call('POST', `${base}/re-enrollment`, { mode: 'graceful' })).rejects.toThrow()
      await restart()
      const { status, outstanding_offer: offer } = await authorityOf(id)
      expect([status, offer !== null]).toEqual(['claimed', isCommitted(at)])
      await untilConnected(agent, 2)
      await agent.stop()
    },
  )
})

describe('an agent, killed', () => {
  const staging = ['remove', 'create', 'write', 'write the rest of', 'sync', 'rename', 'sync the folder of']
  const expected = [
    ...staging.map((act) => `${act} agent.toml${act === 'sync the folder of' ? '' : '.new'}`),
    'ask for the claim',
    'the claim is sent',
    'the answer is there',
    ...staging.map((act) => `${act} used-code${act === 'sync the folder of' ? '' : '.new'}`),
  ]

  const identityFiles = (directory: string) =>
    [directory, join(directory, 'state')].filter(existsSync).flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^(?:agent\.toml|used-code)/.test(name))
        .map((name) => join(folder, name)),
    )

  it.each(expected.map((name, at) => [name, at + 1] as const))('before: %s', async (name, nth) => {
    const created = await onboard(admin, name)
    const directory = stage.directory()
    const given = { directory, serverUrl: server.url, code: created.enrollment.code }
    const doomed = stage.agent({ ...given, env: { ...preload('agent.cjs'), DIE_BEFORE: String(nth) } })
    expect(await doomed.exited).toEqual({ code: null, signal: 'SIGKILL' })
    expect(doomed.output()).toContain(`died before: ${name}`)
    const files = identityFiles(directory)
    expect(files.filter((file) => (statSync(file).mode & 0o777) !== 0o600)).toEqual([])

    const next = stage.agent(given)
    await untilConnected(next)
    await expectAgreement(created, directory)
    await until('the code to be remembered', () => existsSync(join(directory, 'state/used-code')))
    expect(await next.stop()).toEqual({ code: 0, signal: null })
    expect(identityFiles(directory).map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
  })

  it('covers every step', async () => {
    const { enrollment } = await onboard(admin, 'unharmed')
    const directory = stage.directory()
    const env = { ...preload('agent.cjs'), DIE_BEFORE: String(expected.length + 1) }
    const agent = stage.agent({ directory, serverUrl: server.url, code: enrollment.code, env })
    await untilConnected(agent)
    await until('the code to be remembered', () => existsSync(join(directory, 'state/used-code')))
    await pause(200)
    expect(await agent.stop()).toEqual({ code: 0, signal: null })
  })
})

describe('a claim whose response is lost', () => {
  it('consumes the code before the retry, and the agent still connects', async () => {
    const created = await onboard(admin, 'late')
    const proxy = await holdFirstClaim(server.url)
    stage.later(proxy.close)
    const directory = stage.directory()
    const agent = stage.agent({ directory, serverUrl: proxy.url, code: created.enrollment.code })
    await untilConnected(agent)
    expect(proxy.statuses).toEqual([200, 401])
    expect(agent.output()).toContain('trying the run token once more')
    await expectAgreement(created, directory)
    await agent.stop()
  })
})

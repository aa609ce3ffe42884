import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { enrol } from './enrol.ts'
import { makeFleet, mostAgents } from './fleet.ts'
import { loopbackUrl } from './loopback.ts'
import { signIn } from './session.ts'
import { readTokens, writeTokens } from './token-file.ts'

const help = `A fleet of simulated agents for a server on this machine.

  node e2e/bench/fleet/main.ts --agents 500 --token-file /tmp/fleet.json

  --url ADDRESS       loopback only; default http://127.0.0.1:9527
  --agents N          1 to ${mostAgents}; default 100
  --seconds N         1 to 86400; default 60
  --token-file FILE   run tokens of the fleet, created with mode 600. Agents that it lacks are enrolled, which needs
                      SVC_FLEET_PASSWORD (and SVC_FLEET_USER, default admin) in the environment, and a server that
                      was started with SVC_RATE_LIMIT__REGISTER_MAX=1000000
`

const number = (name: string, text: string, most: number) => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Error(`--${name} must be 1 to ${most}, not ${text}`)
  return value
}

async function members(url: URL, count: number, path: string) {
  const tokens = await readTokens(path)
  if (tokens.length >= count) return tokens.slice(0, count)
  const password = process.env.SVC_FLEET_PASSWORD
  if (!password) {
    throw new Error(
      `${path} has ${tokens.length} agents, not ${count}; set SVC_FLEET_PASSWORD so that the rest can enrol`,
    )
  }
  const admin = await signIn(url, process.env.SVC_FLEET_USER ?? 'admin', password)
  while (tokens.length < count) {
    tokens.push(...(await enrol(admin, Math.min(500, count - tokens.length), tokens.length)))
    await writeTokens(path, tokens)
    console.log(`enrolled ${tokens.length} of ${count}`)
  }
  return tokens
}

async function main() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:9527' },
      agents: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '60' },
      'token-file': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return void console.log(help)
  const url = loopbackUrl(values.url)
  const count = number('agents', values.agents, mostAgents)
  const seconds = number('seconds', values.seconds, 86_400)
  const path = values['token-file']
  if (!path) throw new Error('--token-file is missing')

  const fleet = makeFleet({ url, members: await members(url, count, path) })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  await fleet.growTo(count)
  console.log(`${count} agents connected`)
  const end = Date.now() + seconds * 1000
  while (Date.now() < end && !stop.signal.aborted) {
    await sleep(Math.min(10_000, end - Date.now()), undefined, { signal: stop.signal }).catch(() => undefined)
    const drop = fleet.lastDrop()
    console.log(
      `connected ${fleet.connected()}, reports ${fleet.reports()}, drops ${fleet.drops()}${drop ? `, last: ${drop}` : ''}`,
    )
  }
  fleet.stop()
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

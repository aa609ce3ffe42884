import './setup/runtime.mjs'
import { setTimeout as pause } from 'node:timers/promises'
import { buildAll } from './setup/compile.mjs'
import { keepAgent } from './start/keep-agent.mjs'
import { agentEnv, prepareAgent, requestCode } from './start/local-agent.mjs'
import { isTaken } from './start/port.mjs'
import { launch } from './start/program.mjs'
import { box, passwordIn, readable } from './start/screen.mjs'
import { readSettings } from './start/settings.mjs'

if (!(await buildAll())) process.exit(1)

const settings = await readSettings(process.env)
if (await isTaken(settings.serverUrl)) {
  console.error(`Something answers at ${settings.serverUrl} already. Stop it, or set server.listen to another port.`)
  process.exit(1)
}

/** Plain http on this machine: browsers do not send a Secure cookie back. */
const serverEnv = settings.isCookieChosen ? process.env : { ...process.env, SVC_AUTH__SECURE_COOKIE: 'false' }

/** Shown once and kept nowhere. @type {string | undefined} */
let password
let isStopping = false
const halt = new AbortController()

/** @param {string} source @returns {(line: string) => void} */
const show = (source) => (line) => {
  const found = passwordIn(line)
  if (found) password = found
  else console.log(readable(source, line))
}
const newCode = () => requestCode(serverEnv, show('server'))

/** @param {Parameters<typeof prepareAgent>[0]} options */
async function prepare(options) {
  try {
    return await prepareAgent(options)
  } catch (error) {
    // the server says the same in its own words when it starts
    console.error(`The local agent cannot be prepared: ${/** @type {Error} */ (error).message}`)
    return undefined
  }
}

const place = { dataDir: settings.dataDir, serverUrl: settings.serverUrl, newCode }
const agentConfig = await prepare(place)
const server = launch(['kernel/bin/svc-server.js'], { env: serverEnv, onLine: show('server') })

/** @type {import('./start/program.mjs').Program | undefined} */
let agent

/** @param {(line: string) => void} hear */
function startAgent(hear) {
  const print = show('agent')
  agent = launch(['agent/bin/svc-agent.js', '--config', String(agentConfig)], {
    env: agentEnv(process.env),
    onLine(line) {
      print(line)
      hear(line)
    },
  })
  return agent
}

/** Resolves once the server answers, or not before it has ended. */
async function untilReady() {
  while (server.isRunning()) {
    const answer = await fetch(`${settings.serverUrl}/healthz`).catch(() => undefined)
    if (answer?.ok) return true
    await pause(100)
  }
  return false
}

async function stop() {
  if (isStopping) return
  isStopping = true
  halt.abort()
  console.log('\nStopping.')
  await agent?.stop(10_000)
  await server.stop(30_000)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

if (await untilReady()) {
  const lines = [`svc is running at ${settings.serverUrl}`]
  if (password) {
    lines.push(
      '',
      'user name  admin',
      `password   ${password}`,
      '',
      'The password is shown this once. Sign in and choose your own.',
    )
  }
  console.log(`\n${box(lines)}\n`)
  password = undefined
  if (agentConfig) {
    const renewCode = () => prepare({ ...place, isCodeStale: true })
    keepAgent({ start: startAgent, renewCode, halt: halt.signal, say: console.error })
  }
}

const code = await server.ended
if (isStopping) {
  // stop() waits for the server too; nothing is left to do
  process.exitCode = 0
} else {
  isStopping = true
  halt.abort()
  console.error(`The server ended with code ${code}.`)
  await agent?.stop(10_000)
  process.exitCode = code
}

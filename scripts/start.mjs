import { setTimeout as pause } from 'node:timers/promises'
import { buildAll } from './setup/compile.mjs'
import { keepAgent } from './start/keep-agent.mjs'
import { agentEnv, prepareAgent, requestCode } from './start/local-agent.mjs'
import { isInUse } from './start/port.mjs'
import { launch } from './start/program.mjs'
import { box, formatLine, passwordIn } from './start/screen.mjs'
import { readSettings } from './start/settings.mjs'

if (!(await buildAll())) process.exit(1)

const settings = await readSettings(process.env)
if (await isInUse(settings.serverUrl)) {
  console.error(
    `${settings.serverUrl} is already in use. Stop the other program, or set server.listen to another port.`,
  )
  process.exit(1)
}

/** Browsers do not send Secure cookies over plain http. */
const serverEnv = settings.isCookieChosen ? process.env : { ...process.env, SVC_AUTH__SECURE_COOKIE: 'false' }

/** The first admin password; shown once. @type {string | undefined} */
let password
let isStopping = false
const abort = new AbortController()

/** @param {string} source @returns {(line: string) => void} */
const show = (source) => (line) => {
  const found = passwordIn(line)
  if (found) password = found
  else console.log(formatLine(source, line))
}
const newCode = () => requestCode(serverEnv, show('server'))

/** @param {Parameters<typeof prepareAgent>[0]} options */
async function prepare(options) {
  try {
    return await prepareAgent(options)
  } catch (error) {
    // The server reports the cause when it starts.
    console.error(`Cannot configure the local agent: ${/** @type {Error} */ (error).message}`)
    return undefined
  }
}

/** For the server, such as `--demo`; in such a mode it has no use for an agent of this machine. */
const serverArguments = process.argv.slice(2)
const agentOptions = { dataDir: settings.dataDir, serverUrl: settings.serverUrl, newCode }
const agentConfig = serverArguments.length > 0 ? undefined : await prepare(agentOptions)
const server = launch(['server/bin/svc-server.js', ...serverArguments], { env: serverEnv, onLine: show('server') })

/** @type {import('./start/program.mjs').Program | undefined} */
let agent

/** @param {(line: string) => void} onLine */
function startAgent(onLine) {
  const print = show('agent')
  agent = launch(['agent/bin/svc-agent.js', '--config', String(agentConfig)], {
    env: agentEnv(process.env),
    onLine(line) {
      print(line)
      onLine(line)
    },
  })
  return agent
}

/** Resolves to true once the server answers, or to false if it exits first. */
async function waitUntilReady() {
  while (server.isRunning()) {
    const response = await fetch(`${settings.serverUrl}/healthz`).catch(() => undefined)
    if (response?.ok) return true
    await pause(100)
  }
  return false
}

async function stop() {
  if (isStopping) return
  isStopping = true
  abort.abort()
  console.log('\nStopping…')
  await agent?.stop(10_000)
  await server.stop(30_000)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

if (await waitUntilReady()) {
  const lines = [`svc is running at ${settings.serverUrl}`]
  if (password) {
    lines.push(
      '',
      'username  admin',
      `password  ${password}`,
      '',
      'The password is shown only once. Sign in to change it.',
    )
  }
  console.log(`\n${box(lines)}\n`)
  password = undefined
  if (agentConfig) {
    const renewCode = () => prepare({ ...agentOptions, isCodeStale: true })
    keepAgent({ start: startAgent, renewCode, abort: abort.signal, report: console.error })
  }
}

const code = await server.ended
if (isStopping) {
  // stop() is waiting for the server as well.
  process.exitCode = 0
} else {
  isStopping = true
  abort.abort()
  console.error(`The server exited with code ${code}.`)
  await agent?.stop(10_000)
  process.exitCode = code
}

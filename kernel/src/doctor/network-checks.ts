import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Finding } from '@svc/plugin-sdk'
import { reasonOf } from '../boot-error.ts'
import type { KernelConfig } from '../config/kernel-config.ts'
import { askServer } from '../health-command.ts'
import { listenReason, splitListen } from '../http/listen.ts'

type ServerConfig = KernelConfig['server']

/** The id of the process that runs the server of a data directory. */
function processOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'server.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  try {
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : undefined
  }
}

/** Whether the server could listen, while it does not run. */
const tryToListen = (listen: string): Promise<Finding> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => {
      const advice = 'end the program that uses it, or set server.listen to another address'
      resolve({
        state: 'problem',
        text: `the server does not run, and server.listen ${listen} ${listenReason(error)}`,
        advice,
      })
    })
    probe.listen(splitListen(listen), () =>
      probe.close(() => resolve({ state: 'ok', text: `the server does not run; ${listen} is free for it` })),
    )
  })

interface Readiness {
  readonly data: { readonly plugins: readonly { readonly id: string; readonly state: string }[] }
}

/** Whether the server runs, with all its plugins, or could. */
export async function checkServer({ listen }: ServerConfig, dataDir: string): Promise<Finding[]> {
  const pid = processOf(dataDir)
  if (pid === undefined) return [await tryToListen(listen)]
  try {
    const { status, body } = await askServer(listen, '/readyz')
    const { plugins } = (JSON.parse(body) as Readiness).data
    const broken = plugins.filter(({ state }) => state === 'failed' || state === 'refused')
    const text = `process ${pid} answers on ${listen}`
    if (status === 200) return [{ state: 'ok', text: `${text}, and all its plugins run` }]
    const names = broken.map(({ id, state }) => `${id} (${state})`).join(', ')
    const advice = 'the plugins page and the log say why'
    return [{ state: 'problem', text: `${text}, but not all its plugins run: ${names}`, advice }]
  } catch (error) {
    const advice = 'look at its log; restart it'
    return [
      { state: 'problem', text: `process ${pid} runs, but does not answer on ${listen}: ${reasonOf(error)}`, advice },
    ]
  }
}

const timeoutMs = 5000

/** Whether the dashboard is reached where the configuration says. */
export async function checkPublicUrl({ public_url: url }: ServerConfig): Promise<Finding[]> {
  if (url === '') return [{ state: 'ok', text: 'server.public_url is not set, so the address of each request counts' }]
  const advice = 'check the name, its DNS records, the reverse proxy and its certificate; see docs/reverse-proxy.md'
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = await response.text()
    if (response.status === 200 && body === 'ok') return [{ state: 'ok', text: `this server answers at ${url}` }]
    return [
      { state: 'warning', text: `${url} answers with status ${response.status}, and not as this server does`, advice },
    ]
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return [{ state: 'warning', text: `${url} cannot be reached from here: ${reasonOf(cause ?? error)}`, advice }]
  }
}

import { get } from 'node:http'
import type { Source } from '@svc/config'
import { BootError, reasonOf } from './boot-error.ts'
import { kernelConfig } from './config/kernel-config.ts'
import { splitListen } from './http/listen.ts'

const timeoutMs = 5000

/** The address of this host at which a server is reached that listens on all of them. */
const reachable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** `svc-server health`: asks the server of this configuration whether it runs, as checks of containers do. */
export async function checkHealth(sources: readonly Source[], args: readonly string[]): Promise<string> {
  if (args.length > 0) throw new BootError('usage: svc-server health')
  const { listen } = kernelConfig(sources).server
  const { host, port } = splitListen(listen)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const options = { host: reachable[host] ?? host, port, path: '/healthz', signal: AbortSignal.timeout(timeoutMs) }
    get(options, (response) => resolve(response.resume().statusCode)).on('error', reject)
  }).catch((error) => {
    throw new BootError(`the server does not answer on ${listen}: ${reasonOf(error)}`)
  })
  if (status !== 200) throw new BootError(`the server answers on ${listen} with status ${status}`)
  return `the server answers on ${listen}`
}

import { get } from 'node:http'
import type { Source } from '@svc/config'
import { BootError, reasonOf } from './boot-error.ts'
import { kernelConfig } from './config/kernel-config.ts'
import { splitListen } from './http/listen.ts'

const timeoutMs = 5000

/** The address of this host at which a server is reached that listens on all of them. */
const reachable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Asks the server that listens on an address. */
export function askServer(listen: string, path: string): Promise<{ readonly status: number; readonly body: string }> {
  const { host, port } = splitListen(listen)
  const options = { host: reachable[host] ?? host, port, path, signal: AbortSignal.timeout(timeoutMs) }
  return new Promise((resolve, reject) => {
    get(options, async (response) => {
      try {
        const body = Buffer.concat(await response.toArray()).toString('utf8')
        resolve({ status: response.statusCode ?? 0, body })
      } catch (error) {
        reject(error)
      }
    }).on('error', reject)
  })
}

/** `svc-server health`: asks the server of this configuration whether it runs, as checks of containers do. */
export async function checkHealth(sources: readonly Source[], args: readonly string[]): Promise<string> {
  if (args.length > 0) throw new BootError('usage: svc-server health')
  const { listen } = kernelConfig(sources).server
  const { status } = await askServer(listen, '/healthz').catch((error) => {
    throw new BootError(`the server does not answer on ${listen}: ${reasonOf(error)}`)
  })
  if (status !== 200) throw new BootError(`the server answers on ${listen} with status ${status}`)
  return `the server answers on ${listen}`
}

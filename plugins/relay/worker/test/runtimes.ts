import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { makeHttp2Send } from '../src/http2-send.ts'
import type { Limits } from '../src/limits.ts'
import { makeNodeServer } from '../src/node-server.ts'
import { type LogEntry, makeRelay } from '../src/relay.ts'
import type { ProviderServer } from './provider-server.ts'

const require = createRequire(import.meta.url)
/** The path of the runtime; its package has no types. */
const { default: workerd } = require('workerd') as { default: string }

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** Of the publisher. */
export const publisherKey = publicKey

/** A complete configuration. */
export const variables: Readonly<Record<string, string>> = {
  APNS_TEAM_ID: 'TEAM567890',
  APNS_KEY_ID: 'KEY4567890',
  APNS_TOPIC: 'example.svc',
  APNS_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

/** A relay that listens on a local port. */
export interface Running {
  readonly url: string
  /** lines that it logged */
  readonly logs: string[]
  close(): Promise<void>
}

/** The relay as a Node program runs it; `limits` and `now` are for tests of time. */
export async function startInNode(
  provider: ProviderServer,
  changed: Readonly<Record<string, string | undefined>> = {},
  { limits, now, sourceHeader }: { limits?: Partial<Limits>; now?: () => number; sourceHeader?: string } = {},
): Promise<Running> {
  const { send, close } = makeHttp2Send({ originOf: () => provider.origin })
  const logs: string[] = []
  const log = (entry: LogEntry | { error: string }) => void logs.push(JSON.stringify(entry))
  const relay = makeRelay({ variables: { ...variables, ...changed }, send, log, limits, now })
  const server = makeNodeServer({ relay, sourceHeader })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/send`,
    logs,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      close()
    },
  }
}

const entry = fileURLToPath(new URL('../src/worker.ts', import.meta.url))
let bundle: Promise<string> | undefined

/** The worker as one module. */
function bundleWorker(): Promise<string> {
  bundle ??= build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['svc-source', 'workerd'],
    target: 'es2024',
    write: false,
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '')
  return bundle
}

/** A string of the configuration language. */
const quote = (text: string) => JSON.stringify(text)

/** The relay as a worker, in the runtime of Cloudflare. */
export async function startInWorkerd(
  provider: ProviderServer,
  changed: Readonly<Record<string, string | undefined>> = {},
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-relay-'))
  writeFileSync(join(folder, 'worker.js'), await bundleWorker())
  const bindings = Object.entries({ ...variables, ...changed })
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => `(name = ${quote(name)}, text = ${quote(value)})`)
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "relay", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01",
      bindings = [${bindings.join(', ')}],
      globalOutbound = "provider",
    )),
    (name = "provider", external = (address = "127.0.0.1:${provider.port}", http = ())),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "relay")],
);`,
  )
  const child: ChildProcess = spawn(workerd, ['serve', join(folder, 'config.capnp'), '--control-fd=3'], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const logs: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => logs.push(String(text)))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('exit', (code) => reject(new Error(`workerd ended with ${code}: ${logs.join('')}`)))
  let control = ''
  child.stdio[3]?.on('data', (text) => {
    control += text
    const [, port] = /"event":"listen","socket":"http","port":(\d+)/.exec(control) ?? []
    if (port) resolve(Number(port))
  })
  const port = await promise
  return {
    url: `http://127.0.0.1:${port}/v1/send`,
    logs,
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

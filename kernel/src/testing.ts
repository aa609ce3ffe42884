import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentPrincipal, EventRef, PluginInfo, Principal, ServiceRef } from '@svc/plugin-sdk'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { bundledPlugins, localesFolder } from './bundled.ts'
import type { Candidate, AnyPlugin as Definition } from './candidate.ts'
import type { RawDatabase } from './database.ts'
import { runKernel } from './run.ts'
import { type FakeClock, makeFakeClock } from './testing/fake-clock.ts'
import { migratedDatabase } from './testing/migrated.ts'
import { openSocket, type TestSocket } from './testing/socket.ts'
import { agentHeaders, stubsFor, userHeaders } from './testing/stubs.ts'
import { makeTexts, type RenderText } from './texts.ts'

export type { FakeClock } from './testing/fake-clock.ts'
export { readPages } from './testing/pages.ts'
export { type KilledRun, runAndKill, startScript } from './testing/process.ts'
export { chosenSeed, makeRandom } from './testing/random.ts'
export type { TestSocket } from './testing/socket.ts'

/** The sentence of a coded text of our packages, as the server renders it; English by default. */
export const sentenceOf: RenderText = makeTexts(localesFolder)

/** What `definePlugin` returns, without type parameters to infer. */
export interface AnyPlugin {
  readonly id: string
  readonly setup: unknown
}

export interface TestKernelOptions {
  readonly plugins: readonly AnyPlugin[]
  /** nested configuration keys; may differ between kernels on the same data directory */
  readonly config?: object
  /** initial time of the clock, in milliseconds */
  readonly now?: number
  /** kept on close; default: a temporary directory, which is removed */
  readonly dataDir?: string
  /** ids of required plugins */
  readonly required?: readonly string[]
  /** Do not throw if a plugin fails, and rehearse the routes of all plugins like those of third parties. */
  readonly tolerant?: boolean
  /** widget types of plugins that do not come with the program, by plugin id */
  readonly widgets?: Readonly<Record<string, readonly string[]>>
  /** of the program; default: 0.0.0-test */
  readonly version?: string
  /** timeout of `setup`; default: 10 s */
  readonly setupTimeoutMs?: number
}

/** A response, under a name that the types of tests can mention. */
export interface TestResponse extends LightMyRequestResponse {}

export interface Caller {
  inject(options: InjectOptions | string): Promise<TestResponse>
  /** the authenticating headers, for real connections */
  readonly headers: Readonly<Record<string, string>>
}

export interface TestKernel {
  readonly app: FastifyInstance
  /** an anonymous request */
  inject(options: InjectOptions | string): Promise<TestResponse>
  /** A signed-in caller. Uses a stub, which exists only if no plugin provides `core.authenticator`. */
  as(who: 'admin' | 'member' | Principal): Caller
  /** An agent. Uses a stub, which exists only if no plugin provides `core.agentAuthenticator`. */
  asAgent(serverId: AgentPrincipal['serverId']): Caller
  /** Opens a WebSocket without listening on a port; `from` is the client address, default 127.0.0.1. */
  connect(path: string, headers: Readonly<Record<string, string>>, from?: string): Promise<TestSocket>
  readonly clock: FakeClock
  service<T>(ref: ServiceRef<T>): T
  emit<T>(event: EventRef<T>, payload: T): void
  /** the raw handle, without a fence */
  readonly database: RawDatabase
  readonly dataDir: string
  /** log records as written, redacted */
  readonly logs: readonly object[]
  runJob(name: string): Promise<void>
  /** Listens on a free port and returns `http://127.0.0.1:PORT`. */
  listen(): Promise<string>
  plugins(): readonly PluginInfo[]
  /** Resolves when a requested restart has finished. */
  settled(): Promise<void>
  close(): Promise<void>
}

const manifestOf = (plugin: Definition) => bundledPlugins.find(({ id }) => id === plugin.id)?.manifest.svc

/** A plugin of the program has the widgets and uses the capabilities of its manifest. */
const candidateOf = (plugin: Definition, { required = [], widgets = {} }: TestKernelOptions): Candidate => ({
  id: plugin.id,
  title: plugin.id,
  description: '',
  version: '0.0.0',
  bundled: true,
  required: required.includes(plugin.id),
  widgets: widgets[plugin.id] ?? manifestOf(plugin)?.widgets,
  uses: manifestOf(plugin)?.uses ?? [],
  load: async () => plugin,
})

/** A new database, of plugins that are all expected to run. */
const isUsual = ({ dataDir, tolerant, config = {} }: TestKernelOptions) =>
  dataDir === undefined && !tolerant && !('plugins' in config) && !('database' in config)

/** Starts a real kernel with a temporary database and a clock controlled by the test. */
export async function createTestKernel(options: TestKernelOptions): Promise<TestKernel> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'svc-test-'))
  const cleanUp = () => (options.dataDir ? undefined : rmSync(dataDir, { recursive: true, force: true }))
  const logs: object[] = []
  const scheduler = { idle: async () => {} }
  const clock = makeFakeClock(options.now ?? 1_700_000_000_000, () => scheduler.idle())
  const fixed = { server: { data_dir: dataDir, listen: '127.0.0.1:0' }, log: { level: 'trace' } }
  const given = options.plugins as readonly Definition[]
  const stubs = stubsFor(given)
  const candidates = [...stubs.plugins, ...given].map((plugin) => candidateOf(plugin, options))
  try {
    if (isUsual(options)) {
      const database = await migratedDatabase(candidates, clock.now())
      if (database) writeFileSync(join(dataDir, 'svc.db'), database)
    }
    const run = await runKernel({
      sources: [
        { kind: 'file', name: 'the test', table: fixed },
        { kind: 'file', name: 'the test', table: (options.config ?? {}) as Record<string, unknown> },
      ],
      version: options.version ?? '0.0.0-test',
      clock,
      candidates: () => candidates,
      logTo: { write: (line) => void logs.push(JSON.parse(line)) },
      setupTimeoutMs: options.setupTimeoutMs,
      rehearseAll: options.tolerant,
      compileAll: true,
    })
    // Requests of tests do not need a port.
    await run.kernel().listening()
    scheduler.idle = () => run.kernel().scheduler.idle()
    const plugins = () =>
      run
        .kernel()
        .plugins.list()
        .filter(({ id }) => !stubs.plugins.some((stub) => stub.id === id))
    const broken = plugins().find(({ state }) => state === 'failed' || state === 'refused')
    if (broken && !options.tolerant) {
      await run.close()
      throw new Error(`plugin ${broken.id} is ${broken.state}: ${broken.reason}`)
    }
    const caller = (headers: Readonly<Record<string, string>>): Caller => ({
      headers,
      inject: (request) => {
        const options = typeof request === 'string' ? { url: request } : request
        return run.app().inject({ ...options, headers: { ...headers, ...options.headers } })
      },
    })
    return {
      get app() {
        return run.app()
      },
      get database() {
        return run.kernel().database
      },
      inject: caller({}).inject,
      as: (who) => caller(stubs.users ? userHeaders(who) : noStub('core.authenticator')),
      asAgent: (serverId) => caller(stubs.agents ? agentHeaders(serverId) : noStub('core.agentAuthenticator')),
      connect: (path, headers, from = '127.0.0.1') => openSocket(run.app(), path, headers, from),
      clock,
      service: <T>(ref: ServiceRef<T>) => run.kernel().services.find(ref) ?? noService(ref.id),
      emit: (event, payload) => run.kernel().events.emit(event, payload),
      dataDir,
      logs,
      runJob: (name) => run.kernel().scheduler.run(name),
      listen: run.listen,
      plugins,
      settled: run.settled,
      async close() {
        await run.close()
        cleanUp()
      },
    }
  } catch (error) {
    cleanUp()
    throw error
  }
}

function noStub(id: string): never {
  throw new Error(`a given plugin provides ${id}; sign in through it instead`)
}

function noService(id: string): never {
  throw new Error(`no running plugin provides ${id}`)
}

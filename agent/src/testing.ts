import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentPluginDefinition, Logger } from '@svc/agent-sdk'
import type { Source } from '@svc/config'
import { type Capability, type CapabilityManifest, capabilities } from '@svc/protocol'
import { startAgent } from './agent.ts'
import { addHostCapabilities } from './capabilities.ts'
import { coreFragment, readConfig } from './config.ts'
import type { Candidate } from './discover.ts'
import type { DispatchCounts } from './dispatch.ts'
import { type FakeServer, type FakeServerOptions, startFakeServer } from './fake-server.ts'
import { parseAllowList } from './host-plugins/allow-list.ts'
import { openHostPlugins } from './host-plugins/host-plugins.ts'
import { defaultTiming, type Timing } from './timing.ts'

export { type FakeServer, type FakeServerOptions, startFakeServer }

/** A plugin under test with the capabilities declared in its package.json. */
export interface TestPlugin {
  readonly plugin: AgentPluginDefinition
  readonly capabilities: readonly Capability[]
  /** requests that are refused with `CapabilityDenied`, by capability; see `CapabilityManifest` */
  readonly denials?: Readonly<Partial<Record<Capability, CapabilityManifest['denials']>>>
}

export interface TestAgentOptions {
  /** Plugins to run. A bare definition declares all capabilities. */
  readonly plugins: readonly (AgentPluginDefinition | TestPlugin)[]
  /** the content of agent.toml */
  readonly config?: Readonly<Record<string, unknown>>
  readonly allow?: readonly Capability[]
  readonly deny?: readonly Capability[]
  /** the folder with plugins of the host, and the content of `plugins.allow` */
  readonly hostPlugins?: { readonly folder: string; readonly allow: readonly string[] }
  /** report interval in seconds, for `Welcome`; 1 by default */
  readonly reportInterval?: number
  /** overrides of the server's behavior */
  readonly server?: Partial<
    Pick<
      FakeServerOptions,
      'accepts' | 'unauthorizedResponse' | 'http' | 'autoRespond' | 'serverTime' | 'streamWindow' | 'binaryFrames'
    >
  >
  readonly timing?: Partial<Timing>
}

/** A recorded log line. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A real agent connected over a real WebSocket to a server in the test process. */
export interface TestAgent {
  readonly server: FakeServer
  readonly counts: Readonly<DispatchCounts>
  /** the log lines of the agent and its plugins */
  readonly lines: readonly LogLine[]
  readonly stateDir: string
  close(): Promise<void>
}

/** A logger that records lines instead of writing them. */
export function collectLog(): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = []
  const write = (level: LogLine['level']) => (first: object | string, message?: string) => {
    if (typeof first === 'string') lines.push({ level, message: first, fields: {} })
    else lines.push({ level, message: message ?? '', fields: { ...first } })
  }
  return { log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }, lines }
}

const token = 'a-run-token-that-only-tests-use-0123456789'

function candidateOf(given: AgentPluginDefinition | TestPlugin): Candidate {
  const {
    plugin,
    capabilities: declared,
    denials = {},
  }: TestPlugin = 'plugin' in given ? given : { plugin: given, capabilities }
  const manifestOf = (name: Capability): CapabilityManifest => ({ risk: 'low', denials: denials[name] })
  return {
    manifest: {
      package: plugin.id,
      version: '0.0.0',
      capabilities: new Map(declared.map((name) => [name, manifestOf(name)])),
      tables: [],
      commands: new Map(),
    },
    load: async () => ({ default: plugin }),
  }
}

/**
 * Starts an agent with these plugins and waits until it is connected. Close it after the test.
 *
 * @example
 * const agent = await createTestAgent({ plugins: [{ plugin: files, capabilities: ['file'] }], allow: ['file'] })
 * agent.server.send(FileList, { msg_id: '1', path: '/srv' })
 * expect(await agent.server.next(FileListResult)).toMatchObject({ msg_id: '1' })
 * await agent.close()
 */
export async function createTestAgent(options: TestAgentOptions): Promise<TestAgent> {
  const { plugins, config = {}, allow = [], deny = [], reportInterval } = options
  const server = await startFakeServer({ accepts: token, reportInterval, ...options.server })
  const stateDir = mkdtempSync(join(tmpdir(), 'svc-agent-'))
  const { log, lines } = collectLog()
  const values = { server_url: server.url, token, state_dir: stateDir, ...config }
  const sources: readonly Source[] = [{ kind: 'file', name: 'the test', table: values }]
  const cleanUp = async () => {
    await server.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
  // On a busy machine a thread starts late.
  const testTiming = { ...defaultTiming, hostPlugins: 60_000, ...options.timing }
  const own = plugins.map(candidateOf)
  const hostPlugins =
    options.hostPlugins &&
    openHostPlugins({
      folder: options.hostPlugins.folder,
      allow: parseAllowList(options.hostPlugins.allow, 'plugins.allow'),
      bundled: own,
      ownTables: Object.keys(coreFragment.schema.properties),
      sources,
      timing: testTiming,
      logOf: () => log,
      log,
    })
  const foreign = hostPlugins?.candidates ?? []
  addHostCapabilities(foreign, hostPlugins?.isComplete ?? true)
  const mentions = (names: readonly string[]) => names.map((name) => ({ name, source: 'the test' }))
  try {
    const agent = await startAgent({
      sources,
      tokenFile: join(stateDir, 'agent.toml'),
      config: readConfig(sources),
      allow: mentions(allow),
      deny: mentions(deny),
      candidates: [...own, ...foreign],
      hostPlugins,
      version: '0.0.0',
      log,
      logOf: () => log,
      timing: testTiming,
    })
    // A fatal error makes the test's own expectations fail; it must not crash the test run.
    agent.finished.catch(() => {})
    await server.connection(1)
    return {
      server,
      counts: agent.counts,
      lines,
      stateDir,
      async close() {
        await agent.close()
        await cleanUp()
      },
    }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

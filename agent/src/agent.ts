import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { Link, Logger } from '@svc/agent-sdk'
import { ensureFolder, mergeFragments, unknownKeys } from '@svc/config'
import { AgentPlugins } from '@svc/protocol'
import { makeBackfill } from './backfill.ts'
import { capabilityTable } from './capabilities.ts'
import { type AgentSources, type Config, coreFragment } from './config.ts'
import type { Connection } from './connection.ts'
import { makeConnector } from './connector.ts'
import type { Peer } from './conversation.ts'
import { makeDenials } from './denial.ts'
import { type Candidate, select } from './discover.ts'
import { type DispatchCounts, makeDispatch } from './dispatch.ts'
import { FatalError, reasonOf } from './fatal-error.ts'
import { makeFeatures } from './features.ts'
import { makeAgentStatus } from './grants/agent-status.ts'
import { makeGrantController } from './grants/grant-controller.ts'
import { readGrantState, readGrants, writeGrantState } from './grants/grant-file.ts'
import type { HostPlugins } from './host-plugins/host-plugins.ts'
import { makeIdentity } from './identity.ts'
import { makePluginHost } from './plugin-host.ts'
import { fragmentsOf, importPlugins, setUpPlugins } from './plugins.ts'
import { decidePolicy, type PolicyEntry, parseCapabilities } from './policy.ts'
import { makeReportBuffer } from './report-buffer.ts'
import { makeReporter } from './reporter.ts'
import { makeSession, sessionMessages } from './session.ts'
import { makeSystemInfoSender } from './system-info.ts'
import { defaultTiming, type Timing } from './timing.ts'
import { waitAtMost } from './wait.ts'
import { writeDurably } from './write-durably.ts'

export interface AgentOptions extends AgentSources {
  readonly config: Config
  /** `--allow-cap` and `--deny-cap` */
  readonly allow: readonly PolicyEntry[]
  readonly deny: readonly PolicyEntry[]
  readonly candidates: readonly Candidate[]
  /** the plugins from the folder of this host; their candidates are among the others */
  readonly hostPlugins?: HostPlugins | undefined
  readonly version: string
  readonly log: Logger
  readonly logOf: (plugin: string) => Logger
  readonly timing?: Timing
}

export interface Agent {
  /** resolves after `close`; rejects with `FatalError` */
  readonly finished: Promise<void>
  readonly counts: Readonly<DispatchCounts>
  /** what a plugin runs once the agent has stopped; its result is the exit code of the program */
  readonly successor: (() => Promise<number>) | undefined
  close(): Promise<void>
}

/** Keeps the permissions of an existing folder: other programs may depend on them. */
function openStateDir(path: string): void {
  try {
    ensureFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new FatalError(`state_dir ${path} must be a folder the agent can write to: ${reasonOf(error)}`)
  }
}

/** Starts the agent. Throws `FatalError` if the configuration is invalid. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { config, sources, tokenFile, candidates, hostPlugins, version, log, logOf, timing = defaultTiming } = options
  const { core } = config

  // Decide the policy first: the code of a denied capability is never imported.
  const allow = [...config.allow, ...options.allow]
  const deny = [...config.deny, ...options.deny]
  const policy = decidePolicy(allow, deny)
  for (const { name, source } of [...allow, ...deny])
    if (!capabilityTable.has(name)) log.warn(`no plugin that can be used declares the capability ${name} in ${source}`)
  const { chosen, denied } = select(candidates, policy)
  for (const { manifest } of denied) log.info({ plugin: manifest.package }, 'agent plugin denied by policy')

  // Import and set up the remaining plugins, each with its own slice of the configuration.
  const imported = await importPlugins(
    chosen.filter(({ isForeign }) => !isForeign),
    [coreFragment],
    log,
  )
  const configKeys = mergeFragments([coreFragment, ...fragmentsOf(imported)])
  const isLoaded = (candidate: Candidate) => imported.some((plugin) => plugin.candidate === candidate)
  // The keys of plugins in threads of their own are known there.
  const unloaded = candidates.filter((candidate) => candidate.isForeign || !isLoaded(candidate))
  const tables = unloaded.flatMap(({ manifest }) => manifest.tables)
  for (const warning of unknownKeys(configKeys, sources, { plugins: [], tables })) log.warn(warning)
  openStateDir(core.state_dir)
  const features = makeFeatures(log)
  let successor: (() => Promise<number>) | undefined
  let stop = () => {}
  const handOver = (run: () => Promise<number>) => {
    successor ??= run
    stop()
  }
  const context = {
    stateDir: core.state_dir,
    writeState: (name: string, content: string) => writeDurably(join(core.state_dir, name), content),
    agentVersion: version,
    serverUrl: core.server_url,
    featuresChanged: features.refresh,
    handOver,
  }
  const setUp = { sources, context, logOf, log }
  const permitted = new Set(policy)
  const plugins = makePluginHost({
    candidates,
    setUp,
    permitted,
    closeTimeoutMs: timing.close,
    readyTimeoutMs: timing.ready,
  })
  features.setSource(() => plugins.collect((parts) => parts.features))
  plugins.start(await setUpPlugins(imported, { ...setUp, permitted }))

  // Temporary grants come on top of the policy and may change while the agent runs.
  const deniedCapabilities = parseCapabilities(deny)
  const grants = makeGrantController({
    read: () => readGrants(core.state_dir),
    state: {
      load: () => readGrantState(core.state_dir),
      save: (state) => writeGrantState(core.state_dir, state),
    },
    policy,
    denied: deniedCapabilities,
    maxSeconds: config.maxGrantSeconds,
    plugins,
    pollMs: timing.grants,
    log,
  })
  await grants.start()
  const statuses = () => hostPlugins?.statuses() ?? []
  const status = makeAgentStatus({
    stateDir: core.state_dir,
    permitted: policy,
    denied: deniedCapabilities,
    plugins: statuses,
    log,
  })
  await status.write()

  // Wire everything to the connection.
  const { effective } = plugins
  const { elapsed } = timing
  const dispatch = makeDispatch({ sessionMessages, effective, denialOf: makeDenials(candidates), log })
  plugins.onHandlers(dispatch.setHandlers)
  const buffer = makeReportBuffer(elapsed)
  const reporter = makeReporter({
    samplers: () => plugins.collect(({ samplers }) => samplers),
    onReport: buffer.add,
    log,
  })
  const startBackfill = makeBackfill({ buffer, seq: () => reporter.seq, elapsed })
  const sendSystemInfo = makeSystemInfoSender({
    facts: () => plugins.collect(({ facts }) => facts),
    features: features.read,
    effective,
    temporary: grants.temporary,
    agentVersion: version,
    timeoutMs: timing.facts,
    log,
  })
  let currentLink: Link | undefined
  const sendStatuses = () => currentLink?.send(AgentPlugins, { plugins: statuses() })
  hostPlugins?.watch({
    onChange() {
      void status.write()
      sendStatuses()
    },
    onFailure(candidate) {
      plugins.drop(candidate)
      if (candidate.manifest.capabilities.size > 0) grants.announce()
    },
  })
  const onConnected = (peer: Peer, onDelivered: Connection['onDelivered']) => {
    const { link } = peer
    currentLink = link
    features.connected(link)
    plugins.connected(peer)
    grants.connected(link, onDelivered)
    if (hostPlugins) sendStatuses()
  }
  const identity = makeIdentity({
    serverUrl: core.server_url,
    token: core.token,
    code: core.enrollment_code,
    tokenFile,
    stateDir: core.state_dir,
    log,
  })
  const connector = makeConnector({
    serverUrl: core.server_url,
    identity,
    timing,
    log,
    session: (onWelcome) =>
      makeSession({
        dispatch,
        reporter,
        buffer,
        startBackfill,
        sendSystemInfo,
        onConnected,
        timing,
        log,
        onWelcome,
      }),
  })

  // One that hangs must not delay the host's reports; what it adds is announced when it joins.
  const joined = plugins.join(
    chosen.filter(({ isForeign }) => isForeign),
    ({ manifest }) => {
      if (manifest.capabilities.size > 0) grants.announce()
    },
  )
  await waitAtMost(timing.hostPlugins, joined)

  const finished = connector.run().finally(async () => {
    reporter.close()
    await grants.close()
    await plugins.close()
    await status.remove()
  })
  stop = () => void connector.close()
  // A plugin may hand over while it is set up.
  if (successor) stop()
  return {
    finished,
    counts: dispatch.counts,
    get successor() {
      return successor
    },
    async close() {
      await connector.close()
      await finished.catch(() => {})
    },
  }
}

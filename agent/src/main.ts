import type { Logger } from '@svc/agent-sdk'
import { type Agent, startAgent } from './agent.ts'
import { bundled } from './bundled.ts'
import { addHostCapabilities, capabilityTable } from './capabilities.ts'
import { type CommandLine, help, readCommandLine } from './command-line.ts'
import {
  type AgentSources,
  coreFragment,
  readAgentSources,
  readConfig,
  readGrantConfig,
  readHostPluginsConfig,
} from './config.ts'
import { type Candidate, discover } from './discover.ts'
import { FatalError, fatalExitCode } from './fatal-error.ts'
import { type GrantCommand, runGrantCommand } from './grants/grant-commands.ts'
import type { PluginsCommand } from './host-plugins/plugins-command-line.ts'
import { makeLog } from './log.ts'
import { runPluginCommand } from './plugin-command.ts'
import { defaultTiming } from './timing.ts'
import { version } from './version.ts'

/** The first signal shuts down gracefully, the second one exits immediately. */
function closeOnSignals(agent: Agent) {
  const signals = ['SIGTERM', 'SIGINT'] as const
  let isClosing = false
  const onSignal = () => {
    if (isClosing) process.exit(1)
    isClosing = true
    void agent.close()
  }
  for (const signal of signals) process.on(signal, onSignal)
  return {
    /** Leaves later signals to others. Returns whether one was received. */
    release(): boolean {
      for (const signal of signals) process.off(signal, onSignal)
      return isClosing
    },
  }
}

function isUnencrypted(serverUrl: string): boolean {
  const { protocol, hostname } = new URL(serverUrl)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return !isLoopback && (protocol === 'http:' || protocol === 'ws:')
}

const ignore = () => {}
/** For commands: the running agent logs what is wrong with a plugin. */
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** The plugins of the host's folder that may run, if any: hardly a host has one, so their code is loaded here. */
async function findHostPlugins(
  { sources }: AgentSources,
  own: readonly Candidate[],
  log: Logger,
  logOf: (plugin: string) => Logger,
) {
  const { folder, allow, location } = readHostPluginsConfig(sources)
  if (allow.length === 0) return undefined
  const { parseAllowList } = await import('./host-plugins/allow-list.ts')
  const { openHostPlugins } = await import('./host-plugins/host-plugins.ts')
  const found = openHostPlugins({
    folder,
    allow: parseAllowList(allow, location),
    bundled: own,
    ownTables: Object.keys(coreFragment.schema.properties),
    sources,
    timing: defaultTiming,
    logOf,
    log,
  })
  addHostCapabilities(found.candidates, found.isComplete)
  return found
}

/** Runs `svc-agent plugins`. */
async function runPlugins({ sources }: AgentSources, command: PluginsCommand): Promise<void> {
  const { folder, allow, location, stateDir } = readHostPluginsConfig(sources)
  const { parseAllowList } = await import('./host-plugins/allow-list.ts')
  const { runPluginsCommand } = await import('./host-plugins/plugins-command.ts')
  const out = (text: string) => void process.stdout.write(text)
  await runPluginsCommand(command, { folder, allow: parseAllowList(allow, location), stateDir, out })
}

/** Runs a grant command. The running agent is a different process. */
async function runCommand({ config: file, allow, deny }: CommandLine, command: GrantCommand): Promise<void> {
  const found = readAgentSources({ env: process.env, cwd: process.cwd(), file })
  const { sources } = found
  await findHostPlugins(found, discover(bundled, silent), silent, () => silent)
  await runGrantCommand(command, {
    config: readGrantConfig(sources),
    allow,
    deny,
    available: new Set(capabilityTable.all.map(({ name }) => name)),
    now: () => Date.now() / 1000,
    out: (text) => void process.stdout.write(text),
    warn: (text) => void process.stderr.write(`svc-agent: ${text}\n`),
  })
}

/** Runs the program. Resolves with the exit code. */
async function run(args: readonly string[], onStarted: () => void): Promise<number> {
  // Reading the manifests is left out at the usual start, which reads them with its log.
  const candidates = args.length > 0 ? discover(bundled, silent) : []
  const commands = candidates.flatMap(({ manifest }) => [...manifest.commands])
  const commandLine = readCommandLine(
    args,
    commands.map(([name]) => name),
  )
  if (commandLine.help || commandLine.version) {
    process.stdout.write(commandLine.help ? help(commands.flatMap(([, usage]) => usage)) : `${version}\n`)
    return 0
  }

  const { command, pluginCommand, hostPlugins: pluginsCommand } = commandLine
  if (pluginsCommand) {
    await runPlugins(
      readAgentSources({ env: process.env, cwd: process.cwd(), file: commandLine.config }),
      pluginsCommand,
    )
    return 0
  }
  if (pluginCommand) {
    const { sources } = readAgentSources({ env: process.env, cwd: process.cwd(), file: commandLine.config })
    await runPluginCommand(pluginCommand, candidates, sources, (text) => void process.stdout.write(text))
    return 0
  }
  if (command) {
    await runCommand(commandLine, command)
    return 0
  }

  const found = readAgentSources({ env: process.env, cwd: process.cwd(), file: commandLine.config })
  const { sources } = found
  const config = readConfig(sources)
  const { log, reopen } = makeLog(config.core.log)
  // For log rotation. Without a log file, SIGHUP keeps its default action.
  if (config.core.log.file) process.on('SIGHUP', reopen)
  log.info({ version, server: config.core.server_url }, 'agent starting')
  if (isUnencrypted(config.core.server_url)) {
    log.warn('server_url is not encrypted: anyone on the network path can read the run token')
  }

  const { allow, deny } = commandLine
  const plugins = discover(bundled, log)
  const logOf = (plugin: string) => log.child({ plugin })
  const hostPlugins = await findHostPlugins(found, plugins, log, logOf)
  const all = [...plugins, ...(hostPlugins?.candidates ?? [])]
  const agent = await startAgent({ ...found, config, allow, deny, candidates: all, hostPlugins, version, log, logOf })
  const signals = closeOnSignals(agent)
  onStarted()
  await agent.finished
  log.info('agent stopped')
  const isStopped = signals.release()
  return agent.successor && !isStopped ? agent.successor() : 0
}

/**
 * Runs the program. Exits with code 78 and a message on stderr if retrying cannot help. `onStarted` is called when the agent
 * runs, but not by a command.
 */
export async function main(args: readonly string[], onStarted = () => {}): Promise<void> {
  try {
    process.exit(await run(args, onStarted))
  } catch (error) {
    const isFatal = error instanceof FatalError
    process.stderr.write(`svc-agent: ${isFatal ? error.message : error instanceof Error ? error.stack : error}\n`)
    process.exit(isFatal ? fatalExitCode : 1)
  }
}

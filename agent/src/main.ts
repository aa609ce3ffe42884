import type { Logger } from '@svc/agent-sdk'
import { type Agent, startAgent } from './agent.ts'
import { bundled } from './bundled.ts'
import { type CommandLine, help, readCommandLine } from './command-line.ts'
import { readConfig, readGrantConfig } from './config.ts'
import { discover } from './discover.ts'
import { type GrantCommand, runGrantCommand } from './grants/grant-commands.ts'
import { makeLog } from './log.ts'
import { Refusal, refusedExitCode } from './refusal.ts'
import { agentSources } from './sources.ts'
import { version } from './version.ts'

/** The first signal closes in order, a second one ends the program at once. */
function closeOnSignals(agent: Agent): void {
  let isClosing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1)
      isClosing = true
      void agent.close()
    })
  }
}

function isExposed(serverUrl: string): boolean {
  const { protocol, hostname } = new URL(serverUrl)
  const isOwnHost = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return !isOwnHost && (protocol === 'http:' || protocol === 'ws:')
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} }

/** Does what was asked on the command line and leaves; the agent that runs is another process. */
async function command({ config: file, allow, deny }: CommandLine, asked: GrantCommand): Promise<void> {
  const { sources } = agentSources({ env: process.env, cwd: process.cwd(), file })
  await runGrantCommand(asked, {
    config: readGrantConfig(sources),
    allow,
    deny,
    offered: new Set(discover(bundled, silent).flatMap(({ manifest }) => manifest.capabilities)),
    now: () => Date.now() / 1000,
    out: (text) => void process.stdout.write(text),
    note: (text) => void process.stderr.write(`svc-agent: ${text}\n`),
  })
}

async function run(args: readonly string[]): Promise<void> {
  const commandLine = readCommandLine(args)
  if (commandLine.help) return void process.stdout.write(help)
  if (commandLine.version) return void process.stdout.write(`${version}\n`)

  if (commandLine.command) return command(commandLine, commandLine.command)

  const { sources, tokenFile } = agentSources({ env: process.env, cwd: process.cwd(), file: commandLine.config })
  const config = readConfig(sources)
  const { log, reopen } = makeLog(config.core.log)
  // For log rotation; without a file the signal keeps its meaning, the terminal was closed.
  if (config.core.log.file) process.on('SIGHUP', reopen)
  log.info({ version, server: config.core.server_url }, 'agent starting')
  if (isExposed(config.core.server_url)) {
    log.warn('server_url is not encrypted: who is on the way can read the run token')
  }

  const { allow, deny } = commandLine
  const candidates = discover(bundled, log)
  const logOf = (plugin: string) => log.child({ plugin })
  const given = { sources, tokenFile, config, allow, deny }
  const agent = await startAgent({ ...given, candidates, version, log, logOf })
  closeOnSignals(agent)
  await agent.finished
  log.info('agent stopped')
}

/** The program. Exit code 78 means that only a person can fix the cause, which standard error states. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await run(args)
    process.exit(0)
  } catch (error) {
    const isRefusal = error instanceof Refusal
    process.stderr.write(`svc-agent: ${isRefusal ? error.message : error instanceof Error ? error.stack : error}\n`)
    process.exit(isRefusal ? refusedExitCode : 1)
  }
}

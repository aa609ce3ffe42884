import { type Agent, startAgent } from './agent.js'
import { bundled } from './bundled.js'
import { help, readCommandLine } from './command-line.js'
import { readConfig } from './config.js'
import { discover } from './discover.js'
import { makeLog } from './log.js'
import { Refusal, refusedExitCode } from './refusal.js'
import { agentSources } from './sources.js'
import { version } from './version.js'

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

async function run(args: readonly string[]): Promise<void> {
  const commandLine = readCommandLine(args)
  if (commandLine.help) return void process.stdout.write(help)
  if (commandLine.version) return void process.stdout.write(`${version}\n`)

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

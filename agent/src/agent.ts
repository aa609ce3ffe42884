import { accessSync, constants, mkdirSync } from 'node:fs'
import type { Logger } from '@svc/agent-sdk'
import { mergeFragments, unknownKeys } from '@svc/config'
import type { Config } from './config.js'
import { ownFragment } from './core-config.js'
import { type Candidate, select } from './discover.js'
import { type DispatchCounts, makeDispatch } from './dispatch.js'
import { makeIdentity } from './identity.js'
import { makeLink } from './link.js'
import { fragmentsOf, importPlugins, type Running, setUpPlugins } from './plugins.js'
import { decidePolicy, type Mention } from './policy.js'
import { Refusal, reasonOf } from './refusal.js'
import { makeReporter } from './reporter.js'
import { makeSession, sessionMessages } from './session.js'
import type { Sources } from './sources.js'
import { makeIntroduction } from './system-info.js'
import { timing as standardTiming, type Timing } from './timing.js'
import { within } from './within.js'

export interface AgentOptions {
  readonly sources: Sources['sources']
  readonly tokenFile: Sources['tokenFile']
  readonly config: Config
  /** `--allow-cap` and `--deny-cap` */
  readonly allow: readonly Mention[]
  readonly deny: readonly Mention[]
  readonly candidates: readonly Candidate[]
  readonly version: string
  readonly log: Logger
  readonly logOf: (plugin: string) => Logger
  readonly timing?: Timing
}

export interface Agent {
  /** resolves after `close`; rejects with `Refusal` when only a person can help */
  readonly finished: Promise<void>
  readonly counts: Readonly<DispatchCounts>
  close(): Promise<void>
}

const all = <T>(running: readonly Running[], pick: (parts: Running['parts']) => T | readonly T[] | undefined): T[] =>
  running.flatMap(({ parts }) => pick(parts) ?? [])

/** One that exists keeps its rights: it may be a folder that other programs need. */
function openStateDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Refusal(`state_dir ${path} must be a folder the agent can write to: ${reasonOf(error)}`)
  }
}

async function closePlugins(running: readonly Running[], limitMs: number, log: Logger): Promise<void> {
  for (const { id, parts } of [...running].reverse()) {
    try {
      await within(limitMs, Promise.resolve(parts.close?.()))
    } catch (error) {
      log.error({ plugin: id, reason: reasonOf(error) }, 'agent plugin did not close')
    }
  }
}

/** Starts the agent. Throws `Refusal` when the configuration cannot work. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { config, sources, tokenFile, candidates, version, log, logOf, timing = standardTiming } = options
  const { core } = config

  // Policy first: the code of a denied capability is never imported.
  const policy = decidePolicy([...config.allow, ...options.allow], [...config.deny, ...options.deny])
  const { chosen, denied } = select(candidates, policy)
  for (const { manifest } of denied) log.info({ plugin: manifest.package }, 'agent plugin denied by the policy')

  // Import and set up what is left, each with its own slice of the configuration.
  const imported = await importPlugins(chosen, [ownFragment], log)
  const leaves = mergeFragments([ownFragment, ...fragmentsOf(imported)])
  const idle = candidates.filter((candidate) => !imported.some((plugin) => plugin.candidate === candidate))
  const tables = idle.flatMap(({ manifest }) => manifest.tables)
  for (const warning of unknownKeys(leaves, sources, { plugins: [], tables })) log.warn(warning)
  openStateDir(core.state_dir)
  const context = { stateDir: core.state_dir, agentVersion: version }
  const running = await setUpPlugins(imported, { sources, policy, context, logOf, log })
  const effective = new Set(running.flatMap(({ capabilities }) => capabilities))

  // Wire the parts to the connection.
  const handlers = all(running, ({ handlers }) => handlers)
  const facts = all(running, ({ facts }) => facts)
  const dispatch = makeDispatch({ handlers, own: sessionMessages, effective, log })
  const reporter = makeReporter(
    all(running, ({ samplers }) => samplers),
    log,
  )
  const introduce = makeIntroduction({ facts, effective, agentVersion: version, limitMs: timing.facts, log })
  const connected = all(running, ({ connected }) => connected)
  const identity = makeIdentity({
    serverUrl: core.server_url,
    token: core.token,
    code: core.enrollment_code,
    tokenFile,
    stateDir: core.state_dir,
    log,
  })
  const link = makeLink({
    serverUrl: core.server_url,
    identity,
    timing,
    log,
    session: (onWelcome) => makeSession({ dispatch, reporter, introduce, connected, timing, log, onWelcome }),
  })

  const finished = link.run().finally(() => closePlugins(running, timing.close, log))
  return {
    finished,
    counts: dispatch.counts,
    async close() {
      await link.close()
      await finished.catch(() => {})
    },
  }
}

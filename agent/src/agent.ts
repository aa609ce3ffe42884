import { accessSync, constants } from 'node:fs'
import type { Link, Logger } from '@svc/agent-sdk'
import { ensureFolder, mergeFragments, unknownKeys } from '@svc/config'
import type { Config } from './config.ts'
import { ownFragment } from './core-config.ts'
import { type Candidate, select } from './discover.ts'
import { type DispatchCounts, makeDispatch } from './dispatch.ts'
import { announceAgent } from './grants/agent-status.ts'
import { readGrants, readTold, writeTold } from './grants/grant-file.ts'
import { makeSupervisor } from './grants/supervisor.ts'
import { makeIdentity } from './identity.ts'
import { makeLink } from './link.ts'
import { makeMissedReports } from './missed-reports.ts'
import { fragmentsOf, importPlugins, setUpPlugins } from './plugins.ts'
import { decidePolicy, type Mention, namesOf } from './policy.ts'
import { Refusal, reasonOf } from './refusal.ts'
import { makeReportRing } from './report-ring.ts'
import { makeReporter } from './reporter.ts'
import { makeRoster } from './roster.ts'
import { makeSession, sessionMessages } from './session.ts'
import type { Wire } from './socket.ts'
import type { Sources } from './sources.ts'
import { makeIntroduction } from './system-info.ts'
import { timing as standardTiming, type Timing } from './timing.ts'

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

/** One that exists keeps its rights: it may be a folder that other programs need. */
function openStateDir(path: string): void {
  try {
    ensureFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Refusal(`state_dir ${path} must be a folder the agent can write to: ${reasonOf(error)}`)
  }
}

/** Starts the agent. Throws `Refusal` when the configuration cannot work. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { config, sources, tokenFile, candidates, version, log, logOf, timing = standardTiming } = options
  const { core } = config

  // Policy first: the code of a denied capability is never imported.
  const allow = [...config.allow, ...options.allow]
  const deny = [...config.deny, ...options.deny]
  const policy = decidePolicy(allow, deny)
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
  const setUp = { sources, context, logOf, log }
  const permitted = new Set(policy)
  const roster = makeRoster({ candidates, setUp, permitted, closeMs: timing.close, readyMs: timing.ready })
  roster.begin(await setUpPlugins(imported, { ...setUp, permitted }))

  // What is granted for a while comes on top, now and while the agent runs.
  const forbidden = namesOf(deny)
  const supervisor = makeSupervisor({
    read: () => readGrants(core.state_dir),
    told: {
      load: () => readTold(core.state_dir),
      save: (grants) => writeTold(core.state_dir, grants),
    },
    policy,
    denied: forbidden,
    maxSeconds: config.maxGrantSeconds,
    roster,
    pollMs: timing.grants,
    log,
  })
  await supervisor.start()
  const forget = await announceAgent(core.state_dir, policy, forbidden, log)

  // Wire the parts to the connection.
  const { effective } = roster
  const dispatch = makeDispatch({ own: sessionMessages, effective, log })
  roster.onHandlers(dispatch.use)
  const { elapsed } = timing
  const ring = makeReportRing(elapsed)
  const reporter = makeReporter({ samplers: () => roster.parts(({ samplers }) => samplers), keep: ring.add, log })
  const makeOffer = makeMissedReports({ ring, seq: () => reporter.seq, elapsed })
  const introduce = makeIntroduction({
    facts: () => roster.parts(({ facts }) => facts),
    effective,
    temporary: supervisor.temporary,
    agentVersion: version,
    limitMs: timing.facts,
    log,
  })
  const connected = (opened: Link, delivered: Wire['delivered']) => {
    roster.connected(opened)
    supervisor.connected(opened, delivered)
  }
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
    session: (onWelcome) =>
      makeSession({ dispatch, reporter, ring, makeOffer, introduce, connected, timing, log, onWelcome }),
  })

  const finished = link.run().finally(async () => {
    reporter.close()
    await supervisor.close()
    await roster.close()
    await forget()
  })
  return {
    finished,
    counts: dispatch.counts,
    async close() {
      await link.close()
      await finished.catch(() => {})
    },
  }
}

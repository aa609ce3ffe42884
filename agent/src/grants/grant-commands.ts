import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { Capability } from '@svc/protocol'
import type { GrantConfig } from '../config.ts'
import { FatalError, reasonOf } from '../fatal-error.ts'
import { decidePolicy, type PolicyEntry, parseCapabilities, parseCapability } from '../policy.ts'
import { type AgentStatus, findRunningAgent } from './agent-status.ts'
import { durationSyntax, formatDuration, parseDuration } from './duration.ts'
import { readGrants, writeGrants } from './grant-file.ts'
import { withGrantLock } from './grant-lock.ts'
import { type GrantRecord, type Grants, maxReasonLength, toSingleLine } from './grant-record.ts'
import { formatDateTime, formatGrantJson, formatGrantTable, type GrantRow } from './grants-table.ts'

/** The parsed command line of `svc-agent grant`, `revoke` or `grants`. */
export type GrantCommand =
  | { readonly verb: 'grant'; readonly cap: string; readonly for: string | undefined; readonly reason: string }
  | { readonly verb: 'revoke'; readonly cap: string }
  | { readonly verb: 'grants'; readonly json: boolean }

export interface GrantContext {
  readonly config: GrantConfig
  /** `--allow-cap` and `--deny-cap` of this command line */
  readonly allow: readonly PolicyEntry[]
  readonly deny: readonly PolicyEntry[]
  /** the capabilities that the installed plugins declare */
  readonly available: ReadonlySet<Capability>
  readonly now: () => number
  /** writes the result */
  out(text: string): void
  /** writes a note besides the result */
  warn(text: string): void
}

/** The permanent policy of the configuration, or of the running agent: its service may set flags and variables. */
function policyOf({ config, allow, deny }: GrantContext, agent: AgentStatus | undefined) {
  const denyEntries = [...config.deny, ...deny]
  const denied = new Set<string>([...parseCapabilities(denyEntries), ...(agent?.denied ?? [])])
  const permitted = new Set<string>(agent?.permitted ?? decidePolicy([...config.allow, ...allow], denyEntries))
  return { permitted, denied }
}

/** The agent's user, who must be able to read the file that root writes. Undefined if not run by root. */
async function ownerOf(stateDir: string, agent: AgentStatus | undefined): Promise<number | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return agent?.uid ?? (await stat(stateDir).catch(() => undefined))?.uid
}

async function read({ config: { stateDir }, warn }: GrantContext, agent: AgentStatus | undefined): Promise<Grants> {
  const { grants, error } = await readGrants(stateDir, await ownerOf(stateDir, agent))
  if (error !== undefined) warn(`ignoring capability_grants.json: ${error}`)
  return grants
}

/** Edits the grant file. Expired grants and an untrusted file are dropped on the way. */
async function change(
  context: GrantContext,
  agent: AgentStatus | undefined,
  edit: (grants: Map<Capability, GrantRecord>) => void,
): Promise<void> {
  const { stateDir } = context.config
  const folder = await stat(stateDir).catch(() => undefined)
  if (!folder?.isDirectory()) {
    throw new FatalError(
      `state_dir ${stateDir} does not exist: start the agent once, or pass the --config and SVC_STATE_DIR of its service`,
    )
  }
  try {
    await withGrantLock(stateDir, async () => {
      const all = await read(context, agent)
      const grants = new Map([...all].filter(([, { expires_at }]) => expires_at > context.now()))
      edit(grants)
      await writeGrants(stateDir, grants, await ownerOf(stateDir, agent))
    })
  } catch (error) {
    if (error instanceof FatalError) throw error
    const isForbidden = ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
    const hint = isForbidden ? '; run this command as root or as the user of the agent' : ''
    throw new FatalError(`cannot change the grants in ${stateDir}: ${reasonOf(error)}${hint}`)
  }
}

function userName(): string {
  try {
    return process.env.SUDO_USER || userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

async function grant(command: GrantCommand & { verb: 'grant' }, context: GrantContext): Promise<void> {
  const { config, available, now, out, warn } = context
  const cap = parseCapability({ name: command.cap, source: 'the grant command' })
  if (command.for === undefined) throw new FatalError(`grant ${cap} requires --for with ${durationSyntax}`)
  const seconds = parseDuration(command.for)
  if (seconds === undefined) {
    throw new FatalError(`--for must be ${durationSyntax}, not "${toSingleLine(command.for, 40)}"`)
  }
  if (seconds > config.maxGrantSeconds) {
    throw new FatalError(
      `--for ${command.for} exceeds the limit of this host: capabilities.temporary_max_duration is ${config.maxGrant}`,
    )
  }
  const reason = toSingleLine(command.reason, Number.POSITIVE_INFINITY)
  if (reason.length > maxReasonLength) throw new FatalError(`--reason must be at most ${maxReasonLength} characters`)
  const agent = await findRunningAgent(config.stateDir)
  const { permitted, denied } = policyOf(context, agent)
  if (denied.has(cap)) {
    throw new FatalError(`${cap} is denied on this host and deny always wins; remove it from capabilities.deny first`)
  }
  if (permitted.has(cap)) throw new FatalError(`${cap} is permanently on; there is nothing to grant`)

  const grantedAt = Math.floor(now())
  const expiresAt = grantedAt + seconds
  let previous: GrantRecord | undefined
  await change(context, agent, (grants) => {
    previous = grants.get(cap)
    const record = { cap, granted_at: grantedAt, expires_at: expiresAt, granted_by: toSingleLine(userName(), 64) }
    grants.set(cap, { ...record, ...(reason && { reason }) })
  })
  const previousExpiry = previous ? ` (previously until ${formatDateTime(previous.expires_at)})` : ''
  out(`granted ${cap} for ${formatDuration(seconds)}, until ${formatDateTime(expiresAt)}${previousExpiry}\n`)
  if (!available.has(cap)) {
    warn(`no installed agent plugin provides ${cap}: the grant has no effect until one does`)
  } else if (!agent) {
    warn('the agent is not running: the grant takes effect when it starts and still expires at the time shown')
  }
}

async function revoke(command: GrantCommand & { verb: 'revoke' }, context: GrantContext): Promise<void> {
  const { config, now, out } = context
  const cap = parseCapability({ name: command.cap, source: 'the revoke command' })
  const agent = await findRunningAgent(config.stateDir)
  const record = (await read(context, agent)).get(cap)
  if (!record || record.expires_at <= now()) {
    const { permitted } = policyOf(context, agent)
    const hint = permitted.has(cap) ? '; it is permanently on, add it to capabilities.deny to switch it off' : ''
    out(`${cap} is not granted, nothing to revoke${hint}\n`)
    return
  }
  await change(context, agent, (grants) => grants.delete(cap))
  out(`revoked ${cap}${agent ? '; the agent stops everything that uses it within 3 seconds' : ''}\n`)
}

async function list(command: GrantCommand & { verb: 'grants' }, context: GrantContext): Promise<void> {
  const { config, now, out, warn } = context
  const agent = await findRunningAgent(config.stateDir)
  const grants = await read(context, agent)
  const { permitted, denied } = policyOf(context, agent)
  const rows = unexpired(grants, now(), config.maxGrantSeconds).map(
    (record): GrantRow => ({
      record,
      ignored: denied.has(record.cap) ? 'denied' : permitted.has(record.cap) ? 'permanent' : undefined,
    }),
  )
  out(command.json ? formatGrantJson(rows) : formatGrantTable(rows, now()))
  if (!agent) warn('the agent is not running')
}

const unexpired = (grants: Grants, now: number, maxSeconds: number) =>
  [...grants.values()]
    .map((record) => ({ ...record, expires_at: Math.min(record.expires_at, record.granted_at + maxSeconds) }))
    .filter(({ expires_at }) => expires_at > now)

/** Runs a grant command. The agent notices changes within seconds. */
export async function runGrantCommand(command: GrantCommand, context: GrantContext): Promise<void> {
  if (command.verb === 'grant') return grant(command, context)
  if (command.verb === 'revoke') return revoke(command, context)
  return list(command, context)
}

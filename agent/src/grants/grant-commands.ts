import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { Capability } from '@svc/protocol'
import type { GrantConfig } from '../config.ts'
import { decidePolicy, known, type Mention, namesOf } from '../policy.ts'
import { Refusal, reasonOf } from '../refusal.ts'
import { type AgentStatus, findAgent } from './agent-status.ts'
import { durationText, durationWords, secondsOf } from './duration.ts'
import { readGrants, writeGrants } from './grant-file.ts'
import { withGrantLock } from './grant-lock.ts'
import { type GrantRecord, type Grants, lineOf, longestReason } from './grant-record.ts'
import { type GrantRow, grantsJson, grantsTable, instantText } from './grants-table.ts'

/** `svc-agent grant`, `revoke` and `grants`, as they were typed. */
export type GrantCommand =
  | { readonly verb: 'grant'; readonly cap: string; readonly for: string | undefined; readonly reason: string }
  | { readonly verb: 'revoke'; readonly cap: string }
  | { readonly verb: 'grants'; readonly json: boolean }

export interface GrantContext {
  readonly config: GrantConfig
  /** `--allow-cap` and `--deny-cap` of this very command line */
  readonly allow: readonly Mention[]
  readonly deny: readonly Mention[]
  /** what the installed plugins declare */
  readonly offered: ReadonlySet<Capability>
  readonly now: () => number
  out(text: string): void
  /** what the person should know besides the answer */
  note(text: string): void
}

/** The permanent policy: of the configuration, and of the running agent, whose service may set more. */
function policyOf({ config, allow, deny }: GrantContext, agent: AgentStatus | undefined) {
  const denies = [...config.deny, ...deny]
  const denied = new Set<string>([...namesOf(denies), ...(agent?.denied ?? [])])
  const permitted = new Set<string>(agent?.permitted ?? decidePolicy([...config.allow, ...allow], denies))
  return { permitted, denied }
}

/** The user the agent runs as, when that is root's to find out: the file has to be readable for it. */
async function ownerOf(stateDir: string, agent: AgentStatus | undefined): Promise<number | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return agent?.uid ?? (await stat(stateDir).catch(() => undefined))?.uid
}

async function read({ config: { stateDir }, note }: GrantContext, agent: AgentStatus | undefined): Promise<Grants> {
  const { grants, problem } = await readGrants(stateDir, await ownerOf(stateDir, agent))
  if (problem !== undefined) note(`capability_grants.json is ignored: ${problem}`)
  return grants
}

const asking = 'run this as root or as the user the agent runs as'

/** Changes the grants; what has run out leaves the file on this occasion, and what cannot be believed. */
async function change(
  context: GrantContext,
  agent: AgentStatus | undefined,
  edit: (grants: Map<Capability, GrantRecord>) => void,
): Promise<void> {
  const { stateDir } = context.config
  const folder = await stat(stateDir).catch(() => undefined)
  if (!folder?.isDirectory()) {
    throw new Refusal(
      `state_dir ${stateDir} does not exist: start the agent once, or give its --config and SVC_STATE_DIR here too`,
    )
  }
  try {
    await withGrantLock(stateDir, async () => {
      const grants = await read(context, agent)
      const left = new Map([...grants].filter(([, { expires_at }]) => expires_at > context.now()))
      edit(left)
      await writeGrants(stateDir, left, await ownerOf(stateDir, agent))
    })
  } catch (error) {
    if (error instanceof Refusal) throw error
    const isForbidden = ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
    const advice = isForbidden ? `; ${asking}` : ''
    throw new Refusal(`the grants in ${stateDir} cannot be changed: ${reasonOf(error)}${advice}`)
  }
}

function userName(): string {
  try {
    return process.env.SUDO_USER || userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

const stopped = 'the agent is not running: this counts from when it starts, and still ends at the time shown'

async function grant(command: GrantCommand & { verb: 'grant' }, context: GrantContext): Promise<void> {
  const { config, offered, now, out, note } = context
  const cap = known({ name: command.cap, source: 'grant' })
  if (command.for === undefined) throw new Refusal(`grant ${cap} needs --for with ${durationWords}`)
  const seconds = secondsOf(command.for)
  if (seconds === undefined) throw new Refusal(`--for must be ${durationWords}, not "${lineOf(command.for, 40)}"`)
  if (seconds > config.maxGrantSeconds) {
    throw new Refusal(
      `--for ${command.for} is longer than this host allows: capabilities.temporary_max_duration is ${config.maxGrant}`,
    )
  }
  const reason = lineOf(command.reason, Number.POSITIVE_INFINITY)
  if (reason.length > longestReason) throw new Refusal(`--reason must be at most ${longestReason} characters`)
  const agent = await findAgent(config.stateDir)
  const { permitted, denied } = policyOf(context, agent)
  if (denied.has(cap)) {
    throw new Refusal(`${cap} is denied on this host and a deny always wins; remove it from capabilities.deny first`)
  }
  if (permitted.has(cap)) throw new Refusal(`${cap} is on permanently, there is nothing to grant`)

  const grantedAt = Math.floor(now())
  const expiresAt = grantedAt + seconds
  let before: GrantRecord | undefined
  await change(context, agent, (grants) => {
    before = grants.get(cap)
    const record = { cap, granted_at: grantedAt, expires_at: expiresAt, granted_by: lineOf(userName(), 64) }
    grants.set(cap, { ...record, ...(reason && { reason }) })
  })
  const was = before ? ` (was until ${instantText(before.expires_at)})` : ''
  out(`${cap} is granted for ${durationText(seconds)}, until ${instantText(expiresAt)}${was}\n`)
  if (!offered.has(cap)) note(`no agent plugin installed here offers ${cap}: the grant has no effect until one does`)
  else if (!agent) note(stopped)
}

async function revoke(command: GrantCommand & { verb: 'revoke' }, context: GrantContext): Promise<void> {
  const { config, now, out } = context
  const cap = known({ name: command.cap, source: 'revoke' })
  const agent = await findAgent(config.stateDir)
  const record = (await read(context, agent)).get(cap)
  if (!record || record.expires_at <= now()) {
    const { permitted } = policyOf(context, agent)
    const hint = permitted.has(cap) ? '; it is on permanently, add it to capabilities.deny to switch it off' : ''
    out(`${cap} is not granted, nothing to revoke${hint}\n`)
    return
  }
  await change(context, agent, (all) => all.delete(cap))
  out(`${cap} is revoked${agent ? '; the agent ends what uses it within 3 seconds' : ''}\n`)
}

async function list(command: GrantCommand & { verb: 'grants' }, context: GrantContext): Promise<void> {
  const { config, now, out, note } = context
  const agent = await findAgent(config.stateDir)
  const grants = await read(context, agent)
  const { permitted, denied } = policyOf(context, agent)
  const rows = inForce(grants, now(), config.maxGrantSeconds).map(
    (record): GrantRow => ({
      record,
      ignored: denied.has(record.cap) ? 'denied' : permitted.has(record.cap) ? 'permanent' : undefined,
    }),
  )
  out(command.json ? grantsJson(rows) : grantsTable(rows, now()))
  if (!agent) note('the agent is not running')
}

const inForce = (grants: Grants, now: number, maxSeconds: number) =>
  [...grants.values()]
    .map((record) => ({ ...record, expires_at: Math.min(record.expires_at, record.granted_at + maxSeconds) }))
    .filter(({ expires_at }) => expires_at > now)

/** Runs a command about the grants of this host. The agent notices within seconds. */
export async function runGrantCommand(command: GrantCommand, context: GrantContext): Promise<void> {
  if (command.verb === 'grant') return grant(command, context)
  if (command.verb === 'revoke') return revoke(command, context)
  return list(command, context)
}

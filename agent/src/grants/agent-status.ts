import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { Logger } from '@svc/agent-sdk'
import type { Capability } from '@svc/protocol'
import { writeDurably } from '../durable-write.ts'
import { reasonOf } from '../refusal.ts'
import { beganOf, hasEnded } from './process-identity.ts'

const AgentStatus = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  /** the user it runs as; null on Windows */
  uid: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** when the process began, in the words of its system; null where it has none */
  began: Type.Union([Type.String(), Type.Null()]),
  /** the permanent policy of the running agent, flags and environment of its service included */
  permitted: Type.Array(Type.String()),
  denied: Type.Array(Type.String()),
})
/** What the commands on the host learn from the agent that runs there. */
export type AgentStatus = Static<typeof AgentStatus>

const check = TypeCompiler.Compile(AgentStatus)
const fileOf = (stateDir: string) => join(stateDir, 'agent_status.json')

/** Leaves word that the agent runs. Returns what takes it back. */
export async function announceAgent(
  stateDir: string,
  permitted: Iterable<Capability>,
  denied: Iterable<Capability>,
  log: Logger,
): Promise<() => Promise<void>> {
  const { pid } = process
  const uid = process.getuid?.() ?? null
  const status: AgentStatus = { pid, uid, began: beganOf(pid), permitted: [...permitted], denied: [...denied] }
  try {
    await writeDurably(fileOf(stateDir), `${JSON.stringify(status)}\n`)
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'commands on this host will take the agent for stopped')
  }
  return () => rm(fileOf(stateDir), { force: true })
}

/** The agent that runs with this state folder, if any. */
export async function findAgent(stateDir: string): Promise<AgentStatus | undefined> {
  try {
    const status: unknown = JSON.parse(await readFile(fileOf(stateDir), 'utf8'))
    return check.Check(status) && !hasEnded(status.pid, status.began) ? status : undefined
  } catch {
    return undefined
  }
}

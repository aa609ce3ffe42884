import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { Logger } from '@svc/agent-sdk'
import { AgentPlugins, type Capability, type Payload } from '@svc/protocol'
import { reasonOf } from '../fatal-error.ts'
import { writeDurably } from '../write-durably.ts'
import { hasEnded, startTimeOf } from './process-identity.ts'

const AgentStatus = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  /** the user the agent runs as; null on Windows */
  uid: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** start time of the process, see `startTimeOf` */
  began: Type.Union([Type.String(), Type.Null()]),
  /** the permanent policy of the running agent, including the flags and environment of its service */
  permitted: Type.Array(Type.String()),
  denied: Type.Array(Type.String()),
  /** those from the folder of the host */
  plugins: Type.Optional(AgentPlugins.schema.properties.plugins),
})
/** Status of the running agent for the commands on its host. */
export type AgentStatus = Static<typeof AgentStatus>

const check = TypeCompiler.Compile(AgentStatus)
const statusFile = (stateDir: string) => join(stateDir, 'agent_status.json')

export interface AgentStatusOptions {
  readonly stateDir: string
  readonly permitted: Iterable<Capability>
  readonly denied: Iterable<Capability>
  readonly plugins: () => Payload<typeof AgentPlugins>['plugins']
  readonly log: Logger
}

/** The status file of the running agent. */
export function makeAgentStatus({ stateDir, permitted, denied, plugins, log }: AgentStatusOptions) {
  const status: AgentStatus = {
    pid: process.pid,
    uid: process.getuid?.() ?? null,
    began: startTimeOf(process.pid),
    permitted: [...permitted],
    denied: [...denied],
  }
  let writing: Promise<void> = Promise.resolve()
  let isRemoved = false

  async function write(): Promise<void> {
    if (isRemoved) return
    try {
      await writeDurably(statusFile(stateDir), `${JSON.stringify({ ...status, plugins: plugins() })}\n`)
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'failed to write agent_status.json; commands will report a stopped agent')
    }
  }

  return {
    /** Writes it, and again when a plugin has changed. */
    write() {
      writing = writing.then(write)
      return writing
    },
    async remove() {
      isRemoved = true
      await writing
      await rm(statusFile(stateDir), { force: true })
    },
  }
}

/** The status of the agent that is running with this state folder, if any. */
export async function findRunningAgent(stateDir: string): Promise<AgentStatus | undefined> {
  try {
    const status: unknown = JSON.parse(await readFile(statusFile(stateDir), 'utf8'))
    return check.Check(status) && !hasEnded(status.pid, status.began) ? status : undefined
  } catch {
    return undefined
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { AgentContext } from '@svc/agent-sdk'
import { AgentResult } from '@svc/plugin-ip-quality/wire'

const fileName = 'ip_quality.json'

const Memory = Type.Object({
  /** when each service was checked, in milliseconds, with a hash of the check */
  checked: Type.Record(Type.String(), Type.Object({ hash: Type.String(), at: Type.Number() })),
  egress: Type.String(),
  /** results that the server has not stored, by service */
  unsent: Type.Record(Type.String(), AgentResult),
})
export type Memory = Static<typeof Memory>

const empty: Memory = { checked: {}, egress: '', unsent: {} }

/** What survives a restart of the agent: so that it does not check everything again, and loses no result. */
export async function openMemory({ stateDir, writeState, log }: Pick<AgentContext, 'stateDir' | 'writeState' | 'log'>) {
  let value = empty
  let writing = Promise.resolve()
  try {
    const stored: unknown = JSON.parse(await readFile(join(stateDir, fileName), 'utf8'))
    if (Value.Check(Memory, stored)) value = stored
    else log.warn({ file: fileName }, 'the state file is invalid; starting without it')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      log.warn({ file: fileName, reason: String(error) }, 'the state file cannot be read; starting without it')
    }
  }
  return {
    get: (): Memory => value,
    set(patch: Partial<Memory>): void {
      value = { ...value, ...patch }
      const content = JSON.stringify(value)
      writing = writing
        .then(() => writeState(fileName, content))
        .catch((error: unknown) =>
          log.error({ file: fileName, reason: String(error) }, 'the state file cannot be written'),
        )
    },
    flush: () => writing,
  }
}
export type MemoryFile = Awaited<ReturnType<typeof openMemory>>

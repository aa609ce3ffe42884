import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { AgentContext } from '@svc/agent-sdk'
import { AgentSecurityEvent } from '@svc/plugin-security/wire'
import { FilePosition } from './log/log-file.ts'

const writeIntervalMs = 5000

/** How far logs were read. It changes all the time, so it is a file of its own. */
const Positions = Type.Object({
  journal: Type.String(),
  files: Type.Record(Type.String(), FilePosition),
})

const Account = Type.Object({ id: Type.Integer(), group: Type.Integer(), shell: Type.String() })
/** The accounts of this host by name, and the members of its groups. */
export const Accounts = Type.Object({
  users: Type.Record(Type.String(), Account),
  groups: Type.Record(Type.String(), Type.Array(Type.String())),
})
export type Accounts = Static<typeof Accounts>

const Memory = Type.Object({
  /** epoch seconds; 0 before the first start */
  learning_since: Type.Integer(),
  /** what was seen before, oldest first: users with addresses, and users with those they became */
  seen: Type.Array(Type.String()),
  accounts: Type.Union([Accounts, Type.Null()]),
  /** events that the server has not acknowledged */
  unsent: Type.Array(AgentSecurityEvent.schema),
})
export type Memory = Static<typeof Memory>

type StateContext = Pick<AgentContext, 'stateDir' | 'writeState' | 'log'>

/** A file in the state folder that is written some time after its value has changed. */
async function openState<T extends TSchema>(
  name: string,
  schema: T,
  empty: Static<T>,
  { stateDir, writeState, log }: StateContext,
  before = async (): Promise<void> => {},
) {
  let value = empty
  try {
    const stored: unknown = JSON.parse(await readFile(join(stateDir, name), 'utf8'))
    if (Value.Check(schema, stored)) value = stored
    else log.warn({ file: name }, 'the state file is invalid; starting without it')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      log.warn({ file: name, reason: String(error) }, 'the state file cannot be read; starting without it')
    }
  }
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const content = JSON.stringify(value)
    writing = writing
      .then(before)
      .then(() => writeState(name, content))
      .catch((error: unknown) => log.error({ file: name, reason: String(error) }, 'the state file cannot be written'))
    return writing
  }
  return {
    get value(): Static<T> {
      return value
    },
    set(next: Static<T>) {
      value = next
      timer ??= setTimeout(write, writeIntervalMs)
    },
    /** Writes what has changed. */
    flush: () => (timer ? write() : writing),
  }
}

/** What survives a restart. */
export async function openStates(context: StateContext) {
  const nothing: Memory = { learning_since: 0, seen: [], accounts: null, unsent: [] }
  const memory = await openState('security.json', Memory, nothing, context)
  // The lines before a position are not read again, so their events are written first.
  const positions = await openState(
    'security_positions.json',
    Positions,
    { journal: '', files: {} },
    context,
    memory.flush,
  )
  return { positions, memory }
}
export type States = Awaited<ReturnType<typeof openStates>>

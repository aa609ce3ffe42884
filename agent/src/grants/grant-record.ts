import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { type Capability, capabilities, isCapability } from '@svc/protocol'

/** Seconds since the epoch, as far as a `Date` reaches. */
const instant = () => Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 })

const Stored = Type.Object({
  version: Type.Literal(1),
  grants: Type.Array(
    Type.Object({
      cap: Type.String(),
      granted_at: instant(),
      expires_at: instant(),
      granted_by: Type.String(),
      reason: Type.Optional(Type.String()),
    }),
    { maxItems: 100 },
  ),
})
const check = TypeCompiler.Compile(Stored)

/** What the agent adds for itself. One that an older agent wrote has nothing of it. */
const Remembered = Type.Object({
  run_out: Type.Array(Type.Object({ cap: Type.String(), granted_at: instant(), expires_at: instant() }), {
    maxItems: 100,
  }),
})
const checkRemembered = TypeCompiler.Compile(Remembered)

/** A capability that someone on this host switched on for a while. Times in epoch seconds. */
export interface GrantRecord {
  readonly cap: Capability
  readonly granted_at: number
  readonly expires_at: number
  /** a user name of the host */
  readonly granted_by: string
  readonly reason?: string
}

/** The grants of a host, one per capability. */
export type Grants = ReadonlyMap<Capability, GrantRecord>

/** Names a grant that has run out: it stays so, whatever the clock says later. */
export type RunOut = Pick<GrantRecord, 'cap' | 'granted_at' | 'expires_at'>

/** What an agent keeps over restarts. */
export interface Told {
  /** what the server knows: what begins or ends while the agent is stopped is told at its next start */
  readonly grants: Grants
  readonly runOut: readonly RunOut[]
}

/** One line of limited length without control characters: it ends up in terminals, logs and on a page. */
export const lineOf = (text: string, longest: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longest)

export const longestReason = 200
const longestName = 64

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined
}

/** Reads the text of the file. Throws with a reason when it is not one this agent wrote. */
export function parseGrants(text: string): Grants {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('it is no JSON')
  }
  const version = versionOf(value)
  if (typeof version === 'number' && version !== 1) throw new Error(`it has version ${version}, this agent reads 1`)
  if (!check.Check(value)) throw new Error(`it is wrong at ${check.Errors(value).First()?.path || '/'}`)
  const { grants }: Static<typeof Stored> = value
  const known = grants.flatMap(({ cap, granted_by, reason, granted_at, expires_at }): [Capability, GrantRecord][] => {
    // A capability of a newer agent is nothing this one could switch on.
    if (!isCapability(cap)) return []
    const said = lineOf(reason ?? '', longestReason)
    const by = lineOf(granted_by, longestName)
    return [[cap, { cap, granted_at, expires_at, granted_by: by, ...(said && { reason: said }) }]]
  })
  return new Map(known)
}

/** Reads what `formatTold` wrote. */
export function parseTold(text: string): Told {
  const grants = parseGrants(text)
  const value: unknown = JSON.parse(text)
  const runOut = checkRemembered.Check(value) ? value.run_out : []
  return { grants, runOut: runOut.flatMap(({ cap, ...times }) => (isCapability(cap) ? { cap, ...times } : [])) }
}

const inOrder = (grants: Grants) => capabilities.flatMap((cap) => grants.get(cap) ?? [])
const textOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** The text of the file, in ascending bit order. */
export const formatGrants = (grants: Grants): string => textOf({ version: 1, grants: inOrder(grants) })

export const formatTold = ({ grants, runOut }: Told): string =>
  textOf({ version: 1, grants: inOrder(grants), run_out: runOut })

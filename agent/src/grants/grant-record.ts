import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { Capability } from '@svc/protocol'
import { capabilityTable } from '../capabilities.ts'

/** Epoch seconds within the range of `Date`. */
const epochSeconds = () => Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 })

const StoredGrants = Type.Object({
  version: Type.Literal(1),
  grants: Type.Array(
    Type.Object({
      cap: Type.String(),
      granted_at: epochSeconds(),
      expires_at: epochSeconds(),
      granted_by: Type.String(),
      reason: Type.Optional(Type.String()),
    }),
    { maxItems: 100 },
  ),
})
const checkGrants = TypeCompiler.Compile(StoredGrants)

/** Only in the agent's own state file; older agents did not write it. */
const StoredExpired = Type.Object({
  run_out: Type.Array(Type.Object({ cap: Type.String(), granted_at: epochSeconds(), expires_at: epochSeconds() }), {
    maxItems: 100,
  }),
})
const checkExpired = TypeCompiler.Compile(StoredExpired)

/** A capability that a user of this host switched on temporarily. Times in epoch seconds. */
export interface GrantRecord {
  readonly cap: Capability
  readonly granted_at: number
  readonly expires_at: number
  /** user name on the host */
  readonly granted_by: string
  readonly reason?: string
}

/** The grants of a host, one per capability. */
export type Grants = ReadonlyMap<Capability, GrantRecord>

/** Identifies an expired grant, which stays expired even if the clock is set back. */
export type ExpiredGrant = Pick<GrantRecord, 'cap' | 'granted_at' | 'expires_at'>

/** The state an agent keeps across restarts. */
export interface GrantState {
  /** the grants reported to the server; changes made while the agent is stopped are reported at its next start */
  readonly grants: Grants
  readonly expired: readonly ExpiredGrant[]
}

/** A single line of limited length without control characters, safe for terminals, logs and web pages. */
export const toSingleLine = (text: string, maxLength: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)

export const maxReasonLength = 200
const maxNameLength = 64

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined
}

/** Parses the grant file. Throws an error with a reason if it is invalid. */
export function parseGrants(text: string): Grants {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('it is not valid JSON')
  }
  const version = versionOf(value)
  if (typeof version === 'number' && version !== 1) {
    throw new Error(`it has version ${version}, but this agent supports version 1`)
  }
  if (!checkGrants.Check(value)) throw new Error(`it is invalid at ${checkGrants.Errors(value).First()?.path || '/'}`)
  const { grants }: Static<typeof StoredGrants> = value
  const entries = grants.flatMap(
    ({ cap, granted_by, reason: rawReason, granted_at, expires_at }): [Capability, GrantRecord][] => {
      // Skip capabilities of newer agents.
      if (!capabilityTable.has(cap)) return []
      const reason = toSingleLine(rawReason ?? '', maxReasonLength)
      const grantedBy = toSingleLine(granted_by, maxNameLength)
      return [[cap, { cap, granted_at, expires_at, granted_by: grantedBy, ...(reason && { reason }) }]]
    },
  )
  return new Map(entries)
}

/** Parses the output of `formatGrantState`. */
export function parseGrantState(text: string): GrantState {
  const grants = parseGrants(text)
  const value: unknown = JSON.parse(text)
  const expired = checkExpired.Check(value) ? value.run_out : []
  return {
    grants,
    expired: expired.flatMap(({ cap, ...times }) => (capabilityTable.has(cap) ? { cap, ...times } : [])),
  }
}

const inBitOrder = (grants: Grants) => capabilityTable.names.flatMap((cap) => grants.get(cap) ?? [])
const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** The content of the grant file, in ascending bit order. */
export const formatGrants = (grants: Grants): string => toJson({ version: 1, grants: inBitOrder(grants) })

export const formatGrantState = ({ grants, expired }: GrantState): string =>
  toJson({ version: 1, grants: inBitOrder(grants), run_out: expired })

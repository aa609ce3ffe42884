import { type Static, Type } from '@sinclair/typebox'
import { Check, EgressSource } from '../wire.ts'

const Name = Type.String({ minLength: 1, maxLength: 60 })
const Key = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$' })

/** `services/<key>.json` */
export const ServiceFile = Type.Object({
  key: Key,
  name: Name,
  category: Type.String({ minLength: 1, maxLength: 30 }),
  popularity: Type.Integer({ minimum: 0, maximum: 1000 }),
  check: Check,
})
export type ServiceFile = Static<typeof ServiceFile>

/** `egress.json` */
export const EgressFile = Type.Array(EgressSource, { maxItems: 5 })
export type EgressFile = Static<typeof EgressFile>

/** The members on the way to a value of the response, with dots between them. */
const Path = Type.String({ minLength: 1, maxLength: 100 })
const flagNames = ['is_proxy', 'is_vpn', 'is_hosting', 'is_tor', 'is_abuser', 'is_mobile'] as const
const Score = Type.Integer({ minimum: 0, maximum: 100 })
const Fraction = Type.Object({ path: Path, factor: Type.Number({ minimum: 0, maximum: 100 }) })
const byFlag = <T extends typeof Path | typeof Score>(value: T) =>
  Type.Partial(Type.Object(Object.fromEntries(flagNames.map((name) => [name, value])) as Record<FlagName, T>))

export type FlagName = (typeof flagNames)[number]

/** `providers/<id>.json`: a service with risk data of addresses, and where its responses have them. */
export const ProviderFile = Type.Object({
  id: Key,
  name: Name,
  website: Type.String({ maxLength: 200, pattern: '^https?://' }),
  /** `{ip}` stands for the address */
  url: Type.String({ maxLength: 500, pattern: '^https?://.*\\{ip\\}' }),
  key: Type.Union([Type.Literal('none'), Type.Literal('optional'), Type.Literal('required')]),
  /** of the query, for the key */
  key_parameter: Type.Optional(Type.String({ pattern: '^[A-Za-z_]{1,40}$' })),
  /** what the response has instead of data when it fails */
  error: Type.Optional(Path),
  facts: Type.Partial(
    Type.Object({ asn: Path, as_org: Path, country: Path, region: Path, city: Path, abuse_email: Path }),
  ),
  flags: byFlag(Path),
  /** the type of an address that is neither mobile nor of a hosting provider */
  ip_type: Type.Object({
    path: Type.Optional(Path),
    values: Type.Optional(Type.Record(Type.String(), Type.String())),
    otherwise: Type.Optional(Type.String()),
  }),
  /** a score from 0 to 1 times `factor`, raised by flags; without a path only by flags */
  risk: Type.Object({
    path: Type.Optional(Path),
    factor: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    at_least: Type.Optional(byFlag(Score)),
    otherwise: Type.Optional(Score),
  }),
  asn_abuser_score: Type.Optional(Fraction),
})
export type ProviderFile = Static<typeof ProviderFile>

import { type Static, Type } from '@sinclair/typebox'
import { defineFormats } from '@svc/config'
import { durationWords, secondsOf } from './grants/duration.ts'

defineFormats({ duration: { description: durationWords, check: (text) => secondsOf(text) !== undefined } })

const secret = { secret: true }

/** The keys the agent itself owns. Plugins add theirs with their own fragments. */
const coreConfig = Type.Object({
  server_url: Type.String({ minLength: 1 }),
  enrollment_code: Type.String({ default: '', ...secret }),
  token: Type.String({ default: '', ...secret }),
  collector: Type.Object({
    /** accepted for old files; the cadence comes from `Welcome` */
    interval: Type.Optional(Type.Unknown()),
  }),
  log: Type.Object({
    level: Type.Union(
      ['trace', 'debug', 'info', 'warn', 'error'].map((level) => Type.Literal(level)),
      { default: 'info' },
    ),
    /** empty means standard output */
    file: Type.String({ default: '' }),
  }),
  capabilities: Type.Object({
    allow: Type.Array(Type.String(), { default: [] }),
    deny: Type.Array(Type.String(), { default: [] }),
    /** the longest that `svc-agent grant` may switch a capability on for */
    temporary_max_duration: Type.String({ default: '24h', format: 'duration' }),
  }),
  state_dir: Type.String({ default: '/var/lib/svc-agent', minLength: 1 }),
  upgrade: Type.Object({ release_repo_url: Type.String({ default: '' }) }),
})

/** The part of it that the commands about grants need: they work without an address and a token. */
const grantConfig = Type.Pick(coreConfig, ['capabilities', 'state_dir'])

export const grantFragment = { owner: 'the agent', schema: grantConfig }
export const ownFragment = { owner: 'the agent', schema: coreConfig }
export type CoreConfig = Static<typeof coreConfig>

import { resolve } from 'node:path'
import { type ConfigValue as Given, mergeFragments, type Source, valuesOf } from '@svc/config'
import { type CoreConfig, grantFragment, ownFragment } from './core-config.ts'
import { secondsOf } from './grants/duration.ts'
import type { Mention } from './policy.ts'
import { Refusal } from './refusal.ts'
import { sliceOf } from './slice.ts'

/** What the configuration says about capabilities. */
interface Permissions {
  /** every allow and deny of every source; a deny in one file cannot be lifted by another */
  readonly allow: readonly Mention[]
  readonly deny: readonly Mention[]
  /** seconds that a temporary grant may last */
  readonly maxGrantSeconds: number
}

/** What the agent itself is configured to do. */
export interface Config extends Permissions {
  readonly core: CoreConfig
}

/** What the commands about grants need to know. */
export interface GrantConfig extends Permissions {
  readonly stateDir: string
  /** as it is written: `24h` */
  readonly maxGrant: string
}

/** What an HTTP header can carry: printable ASCII without spaces. */
const headerSafe = /^[\x21-\x7e]+$/

function assertServerUrl(url: string, place: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !['http:', 'https:', 'ws:', 'wss:'].includes(parsed.protocol)) {
    throw new Refusal(`${place} must be an address such as https://svc.example.com`)
  }
  if (parsed.username || parsed.password || parsed.search || parsed.hash) {
    throw new Refusal(`${place} must not hold a user name, a query or a fragment`)
  }
}

function assertCredential(value: string, place: string, shortest: number): void {
  if (!headerSafe.test(value) || value.length < shortest || value.length > 512) {
    throw new Refusal(`${place} must be ${shortest} to 512 printable ASCII characters without spaces`)
  }
}

/** Every value given for a key of the agent itself, in the order of the sources. */
function givenFor(path: string, sources: readonly Source[]): Given[] {
  const leaf = mergeFragments([ownFragment]).find((each) => each.path === path)
  return leaf ? valuesOf(leaf, sources) : []
}

const namesIn = (path: 'capabilities.allow' | 'capabilities.deny', sources: readonly Source[]): Mention[] =>
  givenFor(path, sources).flatMap(({ value, location: place }) =>
    (value as string[]).filter((name) => name !== '').map((name) => ({ name, source: place })),
  )

const permissionsIn = (sources: readonly Source[], maxGrant: string): Permissions => ({
  allow: namesIn('capabilities.allow', sources),
  deny: namesIn('capabilities.deny', sources),
  maxGrantSeconds: secondsOf(maxGrant) ?? 0,
})

export function readGrantConfig(sources: readonly Source[]): GrantConfig {
  const { capabilities, state_dir } = sliceOf(grantFragment, sources)
  const maxGrant = capabilities.temporary_max_duration
  return { ...permissionsIn(sources, maxGrant), maxGrant, stateDir: resolve(state_dir) }
}

/** The agent's own configuration, checked. Throws `Refusal` with one sentence that names key, source and rule. */
export function readConfig(sources: readonly Source[]): Config {
  const core = sliceOf(ownFragment, sources)
  const placeOf = (path: string) => givenFor(path, sources).at(-1)?.location ?? path
  assertServerUrl(core.server_url, placeOf('server_url'))
  const token = givenFor('token', sources).at(-1)
  if (token?.kind === 'env' && token.value === '') {
    // Setting it says "I keep the token myself"; generating one would enrol this host anew at each start.
    throw new Refusal(`${token.location} is set but empty; unset it or give it the run token`)
  }
  if (core.token) assertCredential(core.token, placeOf('token'), 8)
  if (core.enrollment_code) assertCredential(core.enrollment_code, placeOf('enrollment_code'), 1)
  return {
    core: { ...core, state_dir: resolve(core.state_dir) },
    ...permissionsIn(sources, core.capabilities.temporary_max_duration),
  }
}

import { accessSync, constants, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Static, type TObject, Type } from '@sinclair/typebox'
import {
  type ConfigValue,
  defineFormats,
  evaluate,
  type Fragment,
  folders,
  mergeFragments,
  readSources,
  type Source,
  valuesOf,
  wrapConfigErrors,
} from '@svc/config'
import { FatalError } from './fatal-error.ts'
import { durationSyntax, parseDuration } from './grants/duration.ts'
import type { PolicyEntry } from './policy.ts'

defineFormats({ duration: { description: durationSyntax, check: (text) => parseDuration(text) !== undefined } })

const secret = { secret: true }

/** The configuration keys of the agent itself. Plugins declare their own fragments. */
const coreConfig = Type.Object({
  server_url: Type.String({ minLength: 1, description: 'URL of the server' }),
  enrollment_code: Type.String({ default: '', description: 'one-time code, used at the first start', ...secret }),
  token: Type.String({ default: '', description: 'run token; the agent writes it here after enrollment', ...secret }),
  collector: Type.Object({
    interval: Type.Optional(
      Type.Unknown({ default: '', description: 'ignored: the server decides; accepted in old files' }),
    ),
  }),
  log: Type.Object({
    level: Type.Union(
      ['trace', 'debug', 'info', 'warn', 'error'].map((level) => Type.Literal(level)),
      { default: 'info', description: '`trace`, `debug`, `info`, `warn` or `error`' },
    ),
    file: Type.String({ default: '', description: 'write the log to this file instead of standard output' }),
  }),
  capabilities: Type.Object({
    allow: Type.Array(Type.String(), { default: [], description: 'capabilities to allow on this host' }),
    deny: Type.Array(Type.String(), { default: [], description: 'capabilities to deny; deny wins' }),
    temporary_max_duration: Type.String({
      default: '24h',
      format: 'duration',
      description: 'maximum duration of `svc-agent grant`',
    }),
  }),
  plugins: Type.Object({
    allow: Type.Array(Type.String(), {
      default: [],
      description: 'plugins of the folder that may run: `name@sha256:…`, as `svc-agent plugins hash` prints it',
    }),
    folder: Type.String({
      default: '',
      description: 'folder with one folder per plugin; empty: `plugins` in the state directory',
    }),
  }),
  state_dir: Type.String({
    default: folders.stateFolder('svc-agent'),
    minLength: 1,
    description:
      'state directory of the agent; by default `/Library/Application Support/svc-agent` on macOS, ' +
      '`%ProgramData%\\svc-agent` on Windows',
  }),
})
export type CoreConfig = Static<typeof coreConfig>

export const coreFragment = { owner: 'the agent', schema: coreConfig }

/** The keys that the grant commands need; these commands work without a server URL and a token. */
const grantFragment = { owner: 'the agent', schema: Type.Pick(coreConfig, ['capabilities', 'state_dir']) }

const pluginsFragment = { owner: 'the agent', schema: Type.Pick(coreConfig, ['plugins', 'state_dir']) }

interface CapabilitySettings {
  /** the entries of all sources: a deny in one file cannot be lifted by another */
  readonly allow: readonly PolicyEntry[]
  readonly deny: readonly PolicyEntry[]
  readonly maxGrantSeconds: number
}

/** The validated configuration of the agent itself. */
export interface Config extends CapabilitySettings {
  readonly core: CoreConfig
}

/** The validated configuration of the grant commands. */
export interface GrantConfig extends CapabilitySettings {
  readonly stateDir: string
  /** as configured, for example `24h` */
  readonly maxGrant: string
}

export interface AgentSources {
  readonly sources: readonly Source[]
  /** where the run token is stored: the configuration file in use, or `./agent.toml` if that cannot be written */
  readonly tokenFile: string
}

/** In a package or a container the configuration of the system is for reading only. */
function canBeReplaced(file: string): boolean {
  try {
    accessSync(dirname(realpathSync(file)), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Reads all configuration sources. `file` (from `--config`) replaces both default files and must exist. */
export function readAgentSources(options: {
  env: NodeJS.ProcessEnv
  cwd: string
  file?: string | undefined
}): AgentSources {
  const { env, cwd, file } = options
  const sources = wrapConfigErrors(FatalError, () => readSources({ program: 'agent', configFile: file, cwd, env }))
  const fileInUse = sources.filter((source) => source.kind === 'file').at(-1)?.name
  const isUsable = fileInUse !== undefined && (file !== undefined || canBeReplaced(fileInUse))
  return { sources, tokenFile: isUsable ? fileInUse : join(cwd, 'agent.toml') }
}

/** The part of the configuration that a fragment declares, with defaults. Throws `FatalError` for an invalid value. */
export function sliceOf<T extends TObject>(fragment: Fragment & { schema: T }, sources: readonly Source[]): Static<T> {
  const keys = wrapConfigErrors(FatalError, () => mergeFragments([fragment]))
  const { slice, errors } = evaluate(keys, sources)
  if (errors[0]) throw new FatalError(errors[0])
  return slice as Static<T>
}

/** All values set for a key of the agent itself, in the order of the sources. */
function valuesFor(path: string, sources: readonly Source[]): ConfigValue[] {
  const key = mergeFragments([coreFragment]).find((each) => each.path === path)
  return key ? valuesOf(key, sources) : []
}

const policyEntries = (path: 'capabilities.allow' | 'capabilities.deny', sources: readonly Source[]): PolicyEntry[] =>
  valuesFor(path, sources).flatMap(({ value, location }) =>
    (value as string[]).filter((name) => name !== '').map((name) => ({ name, source: location })),
  )

const readCapabilitySettings = (sources: readonly Source[], maxGrant: string): CapabilitySettings => ({
  allow: policyEntries('capabilities.allow', sources),
  deny: policyEntries('capabilities.deny', sources),
  maxGrantSeconds: parseDuration(maxGrant) ?? 0,
})

const commandFragment = { owner: 'the agent', schema: Type.Pick(coreConfig, ['server_url', 'state_dir']) }

/** The validated configuration that the commands of plugins need. */
export function readCommandConfig(sources: readonly Source[]): { serverUrl: string; stateDir: string } {
  const { server_url, state_dir } = sliceOf(commandFragment, sources)
  assertServerUrl(server_url, 'server_url')
  return { serverUrl: server_url, stateDir: resolve(state_dir) }
}

/** Which plugins of the host's folder may run. */
export interface HostPluginsConfig {
  readonly folder: string
  readonly allow: readonly string[]
  /** of the list, for error messages */
  readonly location: string
  readonly stateDir: string
}

export function readHostPluginsConfig(sources: readonly Source[]): HostPluginsConfig {
  const { plugins, state_dir } = sliceOf(pluginsFragment, sources)
  const location = valuesFor('plugins.allow', sources).at(-1)?.location ?? 'plugins.allow'
  const stateDir = resolve(state_dir)
  return { folder: resolve(plugins.folder || join(stateDir, 'plugins')), allow: plugins.allow, location, stateDir }
}

export function readGrantConfig(sources: readonly Source[]): GrantConfig {
  const { capabilities, state_dir } = sliceOf(grantFragment, sources)
  const maxGrant = capabilities.temporary_max_duration
  return { ...readCapabilitySettings(sources, maxGrant), maxGrant, stateDir: resolve(state_dir) }
}

function assertServerUrl(url: string, location: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !['http:', 'https:', 'ws:', 'wss:'].includes(parsed.protocol)) {
    throw new FatalError(`${location} must be a URL such as https://svc.example.com`)
  }
  if (parsed.username || parsed.password || parsed.search || parsed.hash) {
    throw new FatalError(`${location} must not contain credentials, a query or a fragment`)
  }
}

/** Credentials travel in an HTTP header: printable ASCII without spaces. */
const headerSafe = /^[\x21-\x7e]+$/

function assertCredential(value: string, location: string, minLength: number): void {
  if (!headerSafe.test(value) || value.length < minLength || value.length > 512) {
    throw new FatalError(`${location} must be ${minLength} to 512 printable ASCII characters without spaces`)
  }
}

/** Reads and validates the agent's own configuration. Throws `FatalError` naming key, source and rule. */
export function readConfig(sources: readonly Source[]): Config {
  const core = sliceOf(coreFragment, sources)
  const locationOf = (path: string) => valuesFor(path, sources).at(-1)?.location ?? path
  assertServerUrl(core.server_url, locationOf('server_url'))
  const token = valuesFor('token', sources).at(-1)
  if (token?.kind === 'env' && token.value === '') {
    // Setting the variable means the user manages the token. Generating one would re-enroll the host at every start.
    throw new FatalError(`${token.location} is set but empty; unset it or set it to the run token`)
  }
  if (core.token) assertCredential(core.token, locationOf('token'), 8)
  if (core.enrollment_code) assertCredential(core.enrollment_code, locationOf('enrollment_code'), 1)
  return {
    core: { ...core, state_dir: resolve(core.state_dir) },
    ...readCapabilitySettings(sources, core.capabilities.temporary_max_duration),
  }
}

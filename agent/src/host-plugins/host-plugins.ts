import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AgentPluginDefinition, Logger } from '@svc/agent-sdk'
import type { Source } from '@svc/config'
import { type AgentPlugins, capabilityBits, type Payload } from '@svc/protocol'
import { type Candidate, tableOf } from '../discover.ts'
import { reasonOf } from '../fatal-error.ts'
import { type Manifest, readManifest } from '../manifest.ts'
import { type AllowedPackage, formatAllowed } from './allow-list.ts'
import { loadHostedPlugin, type WatchdogTiming } from './hosted-plugin.ts'
import { assertTrustedFolder, type Owners, type PackageFiles, readPackageFiles } from './package-files.ts'

/** A plugin from the host's folder, as the server and `svc-agent plugins` show it. */
export type HostPluginStatus = Payload<typeof AgentPlugins>['plugins'][number]

/** One folder cannot hold more. */
const maxFolders = 64
/** The first bit that belongs to nobody's protocol or bundled plugin. */
const firstBit = 16

export interface HostPluginsOptions {
  /** with one folder per package */
  readonly folder: string
  readonly allow: readonly AllowedPackage[]
  /** the plugins that come with the agent */
  readonly bundled: readonly Candidate[]
  /** configuration tables of the agent itself */
  readonly ownTables: readonly string[]
  readonly sources: readonly Source[]
  readonly timing: WatchdogTiming
  readonly logOf: (plugin: string) => Logger
  readonly log: Logger
}

/** A package in the folder that was not checked against the list. */
export interface FoundPackage {
  readonly folder: string
  readonly name: string
  readonly version: string | null
  readonly content: PackageFiles
}

const packageJsonOf = ({ files }: PackageFiles): unknown => {
  const text = files.get('package.json')
  if (!text) throw new Error('the package has no package.json')
  try {
    return JSON.parse(text.toString())
  } catch {
    throw new Error('package.json is not valid JSON')
  }
}

/** Reads a package of the folder. Runs none of its code. */
export function readPackage(folder: string, owners: Owners = []): FoundPackage {
  const content = readPackageFiles(resolve(folder), owners)
  const { name, version } = packageJsonOf(content) as { name?: unknown; version?: unknown }
  if (typeof name !== 'string' || name === '') throw new Error('package.json has no name')
  return { folder, name, version: typeof version === 'string' ? version : null, content }
}

/** The packages in the folder by name, or the reason why one cannot be read by the name of its folder. */
export function readFolder(folder: string, owners: Owners = []) {
  const packages: FoundPackage[] = []
  const unreadable = new Map<string, string>()
  let names: string[]
  try {
    assertTrustedFolder(folder, folder, owners)
    names = readdirSync(folder)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { packages, unreadable, error: isMissing ? `${folder} does not exist` : reasonOf(error) }
  }
  for (const name of names.sort().slice(0, maxFolders)) {
    try {
      packages.push(readPackage(join(folder, name), owners))
    } catch (error) {
      unreadable.set(name, reasonOf(error))
    }
  }
  return { packages, unreadable, error: undefined }
}

/** Throws if a package of the folder claims what belongs to others. */
function assertOwn({ capabilities, tables, commands }: Manifest, taken: readonly string[]): void {
  if (commands.size > 0)
    throw new Error('a plugin from the host cannot add commands to the program; remove svc.commands')
  for (const [name, { bit = firstBit }] of capabilities) {
    if (!Object.hasOwn(capabilityBits, name) && bit < firstBit)
      throw new Error(`the capability ${name} needs a bit from ${firstBit} to 31`)
  }
  for (const table of tables) {
    if (!/^[a-z][a-z0-9_]*$/.test(table)) throw new Error(`svc.config lists "${table}", which is not a snake_case name`)
    if (taken.includes(table))
      throw new Error(`the configuration table ${table} belongs to another plugin or to the agent`)
  }
}

type Exports = string | Readonly<Record<string, unknown>> | undefined

/** The entry module of the package, below its folder. */
function entryOf({ files }: PackageFiles, json: { exports?: Exports; main?: unknown }): string {
  const main = typeof json.exports === 'object' && '.' in json.exports ? json.exports['.'] : json.exports
  const target =
    typeof main === 'object' && main
      ? ((main as Record<string, unknown>).import ?? (main as Record<string, unknown>).default)
      : main
  const entry = (typeof target === 'string' ? target : typeof json.main === 'string' ? json.main : 'index.js').replace(
    /^\.\//,
    '',
  )
  if (!files.has(entry)) throw new Error(`package.json names the entry module ${entry}, which is not in the package`)
  return entry
}

/** The parts of the sources that belong to these tables. */
const only = (sources: readonly Source[], tables: readonly string[]): Source[] =>
  sources.map((source) => {
    if (source.kind === 'file')
      return {
        ...source,
        table: Object.fromEntries(Object.entries(source.table).filter(([name]) => tables.includes(name))),
      }
    const prefixes = tables.map((table) => `SVC_${table.toUpperCase()}__`)
    const isOwn = ([name]: [string, string]) => prefixes.some((prefix) => name.startsWith(prefix))
    return { kind: 'env', vars: Object.fromEntries(Object.entries(source.vars).filter(isOwn)) }
  })

interface Entry {
  readonly name: string
  version: string | null
  state: HostPluginStatus['state']
  reason: string | null
}

export type HostPlugins = ReturnType<typeof openHostPlugins>

/**
 * The plugins in the folder of this host that its configuration allows by content. Each is checked before any of its code
 * runs, runs in a thread of its own, and fails alone.
 */
export function openHostPlugins(options: HostPluginsOptions) {
  const { folder, allow, bundled, ownTables, sources, timing, logOf, log } = options
  const entries: Entry[] = []
  const candidates: Candidate[] = []
  const byCandidate = new Map<Candidate, Entry>()
  let onChange = () => {}
  let onFailure: (candidate: Candidate) => void = () => {}

  function set(entry: Entry, state: Entry['state'], reason: string | null): void {
    if (entry.state === state && entry.reason === reason) return
    entry.state = state
    entry.reason = reason
    onChange()
  }

  function verify({ content }: FoundPackage, allowed: AllowedPackage): void {
    if (content.sha256 === allowed.sha256) return
    throw new Error(
      `its content is not what plugins.allow lists: it is ${formatAllowed({ ...allowed, sha256: content.sha256 })}`,
    )
  }

  async function load(
    path: string,
    allowed: AllowedPackage,
    entry: Entry,
    candidate: Candidate,
  ): Promise<{ default: AgentPluginDefinition }> {
    try {
      // Reads the files again, because a grant may load the plugin much later.
      const found = readPackage(path)
      verify(found, allowed)
      const { content } = found
      const { tables } = candidate.manifest
      const definition = await loadHostedPlugin({
        settings: {
          folder: content.folder,
          files: content.files,
          entry: entryOf(content, packageJsonOf(content) as object),
          tables,
          sources: only(sources, tables),
        },
        timing,
        log: logOf(allowed.name),
        onFailure(reason) {
          log.error({ plugin: allowed.name, reason }, 'agent plugin stopped; the agent runs without it')
          set(entry, 'failed', reason)
          onFailure(candidate)
        },
        onSampler: (name, reason) =>
          set(entry, 'running', reason === undefined ? null : `sampler ${name} failed: ${reason}`),
      })
      return {
        default: {
          // As the host knows it, in the log too.
          id: allowed.name,
          async setup(context) {
            try {
              const parts = await definition.setup(context)
              set(entry, 'running', null)
              const close = async () => {
                await parts.close?.()
                if (entry.state === 'running') set(entry, 'denied', null)
              }
              return { ...parts, close }
            } catch (error) {
              set(entry, 'failed', reasonOf(error))
              throw error
            }
          },
        },
      }
    } catch (error) {
      set(entry, 'failed', reasonOf(error))
      throw error
    }
  }

  const found = allow.length > 0 ? readFolder(folder) : undefined
  for (const allowed of allow) {
    const entry: Entry = { name: allowed.name, version: null, state: 'denied', reason: null }
    entries.push(entry)
    try {
      if (found?.error !== undefined) throw new Error(found.error)
      const packages = found?.packages.filter(({ name }) => name === allowed.name) ?? []
      const [first, second] = packages
      if (!first) {
        const others = [...(found?.unreadable ?? [])].map(([name, reason]) => `; ${name} cannot be read: ${reason}`)
        throw new Error(`no package in ${folder} has this name${others.join('')}`)
      }
      if (second) throw new Error(`${first.folder} and ${second.folder} both have this name`)
      entry.version = first.version
      verify(first, allowed)
      const manifest = readManifest(packageJsonOf(first.content), tableOf([...bundled, ...candidates]))
      const taken = [...ownTables, ...[...bundled, ...candidates].flatMap(({ manifest }) => manifest.tables)]
      assertOwn(manifest, taken)
      entryOf(first.content, packageJsonOf(first.content) as object)
      const candidate: Candidate = {
        manifest,
        isForeign: true,
        load: () => load(first.folder, allowed, entry, candidate),
      }
      candidates.push(candidate)
      byCandidate.set(candidate, entry)
    } catch (error) {
      entry.state = 'refused'
      entry.reason = reasonOf(error)
      log.error({ plugin: allowed.name, reason: entry.reason }, 'agent plugin refused')
    }
  }

  return {
    candidates: candidates as readonly Candidate[],
    /** whether all that the list names can be used, so that every capability is known */
    isComplete: candidates.length === allow.length,
    statuses: (): HostPluginStatus[] => entries.map((entry) => ({ ...entry })),
    /** Sets who is notified when a status has changed, and when a running plugin has stopped. */
    watch(listeners: { onChange(): void; onFailure(candidate: Candidate): void }) {
      onChange = listeners.onChange
      onFailure = listeners.onFailure
      for (const [candidate, { state }] of byCandidate) if (state === 'failed') onFailure(candidate)
    },
  }
}

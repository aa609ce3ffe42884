import { parseArgs } from 'node:util'
import { closestMatch, folders } from '@svc/config'
import { FatalError, reasonOf } from './fatal-error.ts'
import type { GrantCommand } from './grants/grant-commands.ts'
import { type PluginsCommand, parsePluginsCommand } from './host-plugins/plugins-command-line.ts'
import type { PolicyEntry } from './policy.ts'

/** `commands` are the lines of the commands that plugins add. */
export const help = (commands: readonly string[]): string => `svc-agent: reports this host to an svc server

  svc-agent [--config FILE] [--allow-cap NAME]... [--deny-cap NAME]...
  svc-agent grant NAME --for DURATION [--reason TEXT]
  svc-agent revoke NAME
  svc-agent grants [--json]
  svc-agent plugins [--json]
  svc-agent plugins hash FOLDER
${commands.map((line) => `  svc-agent ${line}\n`).join('')}
  grant NAME         grant a capability temporarily, without restarting the agent
  revoke NAME        revoke a grant before it expires
  grants, list       list the grants and their time left
  plugins            list the plugins in the folder of this host
  plugins hash       print the entry of plugins.allow for the package in a folder

  --config FILE      read this file instead of ${folders.configFile('agent')} and ./agent.toml
  --allow-cap NAME   allow a capability that is off by default; repeatable
  --deny-cap NAME    deny a capability; repeatable, always wins
  --for DURATION     duration of the grant: 90s, 30m, 12h, 1d
  --reason TEXT      reason, for the audit log of the server
  --json             list grants or plugins as JSON
  --help             show this help
  --version          show the version

Environment variables SVC_* override the files: SVC_LOG__LEVEL is log.level.
`

export interface CommandLine {
  readonly config: string | undefined
  readonly allow: readonly PolicyEntry[]
  readonly deny: readonly PolicyEntry[]
  /** without a command the agent runs */
  readonly command?: GrantCommand | undefined
  readonly pluginCommand?: PluginCommand
  /** about the plugins in the folder of this host */
  readonly hostPlugins?: PluginsCommand | undefined
  readonly help: boolean
  readonly version: boolean
}

/** A command of a plugin, which reads its own arguments. */
export interface PluginCommand {
  readonly name: string
  readonly args: readonly string[]
}

const verbs = ['grant', 'revoke', 'grants', 'list', 'plugins']

interface Options {
  readonly for?: string | undefined
  readonly reason?: string | undefined
  readonly json?: boolean | undefined
}

function assertOptions(command: string, allowed: readonly string[], options: Options): void {
  const given = (['for', 'reason', 'json'] as const).filter((name) => options[name] !== undefined)
  const unexpected = given.find((name) => !allowed.includes(name))
  if (unexpected) throw new FatalError(`${command} does not take --${unexpected}`)
}

function parseCommand(
  positionals: readonly string[],
  options: Options,
  pluginCommands: readonly string[],
): GrantCommand | undefined {
  const [verb, cap, extra] = positionals
  if (verb === undefined) {
    assertOptions('svc-agent without a command', [], options)
    return undefined
  }
  if (!verbs.includes(verb)) {
    const known = [...verbs, ...pluginCommands]
    const match = closestMatch(verb, known)
    const hint = match ? `did you mean ${match}?` : `the commands are ${known.join(', ')}`
    throw new FatalError(`unknown command "${verb}"; ${hint}`)
  }
  if (verb === 'grants' || verb === 'list') {
    if (cap !== undefined) throw new FatalError(`${verb} takes no argument; it lists all grants`)
    assertOptions(verb, ['json'], options)
    return { verb: 'grants', json: options.json ?? false }
  }
  if (cap === undefined) throw new FatalError(`${verb} requires the name of a capability`)
  if (extra !== undefined) throw new FatalError(`${verb} takes one capability at a time; remove "${extra}"`)
  assertOptions(verb, verb === 'grant' ? ['for', 'reason'] : [], options)
  return verb === 'revoke' ? { verb, cap } : { verb: 'grant', cap, for: options.for, reason: options.reason ?? '' }
}

/** The command of a plugin. `--config FILE` may be anywhere. */
function readPluginCommand(args: readonly string[], names: readonly string[]): CommandLine | undefined {
  const at = args.indexOf('--config')
  const [name, ...own] = at < 0 ? args : args.toSpliced(at, 2)
  const config = at < 0 ? undefined : args[at + 1]
  if (name === undefined || !names.includes(name)) return undefined
  return { config, allow: [], deny: [], pluginCommand: { name, args: own }, help: false, version: false }
}

/**
 * Parses the arguments after the program name. Throws `FatalError` for unknown options. `pluginCommands` are the names of
 * the commands that plugins add.
 */
export function readCommandLine(args: readonly string[], pluginCommands: readonly string[] = []): CommandLine {
  const pluginCommand = readPluginCommand(args, pluginCommands)
  if (pluginCommand) return pluginCommand
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        for: { type: 'string' },
        reason: { type: 'string' },
        json: { type: 'boolean' },
        config: { type: 'string' },
        'allow-cap': { type: 'string', multiple: true },
        'deny-cap': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    })
    const entries = (flag: 'allow-cap' | 'deny-cap') =>
      (values[flag] ?? []).map((name) => ({ name, source: `--${flag}` }))
    const isAsking = values.help || values.version
    const isAboutPlugins = positionals[0] === 'plugins'
    if (isAboutPlugins) assertOptions('plugins', ['json'], values)
    return {
      config: values.config,
      allow: entries('allow-cap'),
      deny: entries('deny-cap'),
      command: isAsking || isAboutPlugins ? undefined : parseCommand(positionals, values, pluginCommands),
      hostPlugins:
        isAboutPlugins && !isAsking ? parsePluginsCommand(positionals.slice(1), values.json ?? false) : undefined,
      help: values.help ?? false,
      version: values.version ?? false,
    }
  } catch (error) {
    if (error instanceof FatalError) throw error
    // Keep only the first sentence of Node's message.
    const message = reasonOf(error)
      .replace(/^\w+: /, '')
      .split('. To specify')[0]
    throw new FatalError(message ?? 'unknown argument')
  }
}

import { parseArgs } from 'node:util'
import { closestMatch } from '@svc/config'
import { FatalError, reasonOf } from './fatal-error.ts'
import type { GrantCommand } from './grants/grant-commands.ts'
import type { PolicyEntry } from './policy.ts'

export const help = `svc-agent: reports this host to an svc server

  svc-agent [--config FILE] [--allow-cap NAME]... [--deny-cap NAME]...
  svc-agent grant NAME --for DURATION [--reason TEXT]
  svc-agent revoke NAME
  svc-agent grants [--json]

  grant NAME         grant a capability temporarily, without restarting the agent
  revoke NAME        revoke a grant before it expires
  grants, list       list the grants and their time left

  --config FILE      read this file instead of /etc/svc/agent.toml and ./agent.toml
  --allow-cap NAME   allow a capability that is off by default; repeatable
  --deny-cap NAME    deny a capability; repeatable, always wins
  --for DURATION     duration of the grant: 90s, 30m, 12h, 1d
  --reason TEXT      reason, for the audit log of the server
  --json             list the grants as JSON
  --help             show this help
  --version          show the version

Environment variables SVC_* override the files: SVC_LOG__LEVEL is log.level.
`

export interface CommandLine {
  readonly config: string | undefined
  readonly allow: readonly PolicyEntry[]
  readonly deny: readonly PolicyEntry[]
  /** undefined: run the agent */
  readonly command: GrantCommand | undefined
  readonly help: boolean
  readonly version: boolean
}

const verbs = ['grant', 'revoke', 'grants', 'list']

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

function parseCommand(positionals: readonly string[], options: Options): GrantCommand | undefined {
  const [verb, cap, extra] = positionals
  if (verb === undefined) {
    assertOptions('svc-agent without a command', [], options)
    return undefined
  }
  if (!verbs.includes(verb)) {
    const match = closestMatch(verb, verbs)
    const hint = match ? `did you mean ${match}?` : `the commands are ${verbs.join(', ')}`
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

/** Parses the arguments after the program name. Throws `FatalError` for unknown options. */
export function readCommandLine(args: readonly string[]): CommandLine {
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
    return {
      config: values.config,
      allow: entries('allow-cap'),
      deny: entries('deny-cap'),
      command: values.help || values.version ? undefined : parseCommand(positionals, values),
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

import { parseArgs } from 'node:util'
import { closestMatch } from '@svc/config'
import type { GrantCommand } from './grants/grant-commands.ts'
import type { Mention } from './policy.ts'
import { Refusal, reasonOf } from './refusal.ts'

export const help = `svc-agent: reports this host to an svc server

  svc-agent [--config FILE] [--allow-cap NAME]... [--deny-cap NAME]...
  svc-agent grant NAME --for TIME [--reason TEXT]
  svc-agent revoke NAME
  svc-agent grants [--json]

  grant NAME         switch a capability on for a while, without a restart of the agent
  revoke NAME        take a grant back before its time is over
  grants, list       show what is granted and how long

  --config FILE      read this file instead of /etc/svc/agent.toml and ./agent.toml
  --allow-cap NAME   switch a capability on that is off by default; repeatable
  --deny-cap NAME    switch a capability off; repeatable, always wins
  --for TIME         how long a grant lasts: 90s, 30m, 12h, 1d
  --reason TEXT      why, for the audit log of the server
  --json             list the grants for a program
  --help             show this text
  --version          show the version

Environment variables SVC_* override the files: SVC_LOG__LEVEL is log.level.
`

export interface CommandLine {
  readonly config: string | undefined
  readonly allow: readonly Mention[]
  readonly deny: readonly Mention[]
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

function assertOnly(verb: string, allowed: readonly string[], options: Options): void {
  const given = (['for', 'reason', 'json'] as const).filter((name) => options[name] !== undefined)
  const stray = given.find((name) => !allowed.includes(name))
  if (stray) throw new Refusal(`${verb} takes no --${stray}`)
}

/** The words after the program's name that are no options. */
function commandIn(words: readonly string[], options: Options): GrantCommand | undefined {
  const [verb, cap, surplus] = words
  if (verb === undefined) {
    assertOnly('the agent itself', [], options)
    return undefined
  }
  if (!verbs.includes(verb)) {
    const hint = closestMatch(verb, verbs)
    throw new Refusal(`unknown command "${verb}"; ${hint ? `did you mean ${hint}?` : `known are ${verbs.join(', ')}`}`)
  }
  if (verb === 'grants' || verb === 'list') {
    if (cap !== undefined) throw new Refusal(`${verb} takes no name, it lists all grants`)
    assertOnly(verb, ['json'], options)
    return { verb: 'grants', json: options.json ?? false }
  }
  if (cap === undefined) throw new Refusal(`${verb} needs the name of a capability`)
  if (surplus !== undefined) throw new Refusal(`${verb} takes one capability at a time, "${surplus}" is too much`)
  assertOnly(verb, verb === 'grant' ? ['for', 'reason'] : [], options)
  return verb === 'revoke' ? { verb, cap } : { verb: 'grant', cap, for: options.for, reason: options.reason ?? '' }
}

/** Reads the arguments after the program's name. An unknown flag is refused. */
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
    const mentions = (flag: 'allow-cap' | 'deny-cap') =>
      (values[flag] ?? []).map((name) => ({ name, source: `--${flag}` }))
    return {
      config: values.config,
      allow: mentions('allow-cap'),
      deny: mentions('deny-cap'),
      command: values.help || values.version ? undefined : commandIn(positionals, values),
      help: values.help ?? false,
      version: values.version ?? false,
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      reasonOf(error)
        .replace(/^\w+: /, '')
        .split('. To specify')[0] ?? 'unknown argument',
    )
  }
}

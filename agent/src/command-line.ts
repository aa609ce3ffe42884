import { parseArgs } from 'node:util'
import type { Mention } from './policy.js'
import { Refusal, reasonOf } from './refusal.js'

export const help = `svc-agent: reports this host to an svc server

  svc-agent [--config FILE] [--allow-cap NAME]... [--deny-cap NAME]...

  --config FILE      read this file instead of /etc/svc/agent.toml and ./agent.toml
  --allow-cap NAME   switch a capability on that is off by default; repeatable
  --deny-cap NAME    switch a capability off; repeatable, always wins
  --help             show this text
  --version          show the version

Environment variables SVC_* override the files: SVC_LOG__LEVEL is log.level.
`

export interface CommandLine {
  readonly config: string | undefined
  readonly allow: readonly Mention[]
  readonly deny: readonly Mention[]
  readonly help: boolean
  readonly version: boolean
}

/** Reads the arguments after the program's name. An unknown flag is refused. */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
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
      help: values.help ?? false,
      version: values.version ?? false,
    }
  } catch (error) {
    throw new Refusal(
      reasonOf(error)
        .replace(/^\w+: /, '')
        .split('. To specify')[0] ?? 'unknown argument',
    )
  }
}

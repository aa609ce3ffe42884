import { PermanentError } from './boot-error.ts'

export interface Arguments {
  readonly config?: string
  readonly help: boolean
  readonly version: boolean
  /** the command with its own arguments */
  readonly command: readonly string[]
}

/** Parses the program's own options, before or after a command. `--help` and `--version` take precedence. */
export function readArguments(args: readonly string[]): Arguments {
  const command: string[] = []
  const found: { config?: string; help: boolean; version: boolean } = { help: false, version: false }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name, inline] = arg.split(/=(.*)/s, 2)
    if (name === '--config') {
      const file = inline ?? rest.shift()
      if (!file || file.startsWith('--')) throw new PermanentError('--config needs a file name')
      found.config = file
    } else if (arg === '--help' || arg === '-h') found.help = true
    else if (arg === '--version') found.version = true
    else if (command.length === 0 && arg.startsWith('-')) {
      throw new PermanentError(`unknown option ${arg}; see svc-server --help`)
    } else command.push(arg)
  }
  return { ...found, command }
}

import { PermanentError } from './boot-error.ts'

export interface Arguments {
  readonly config?: string
  readonly help: boolean
  readonly version: boolean
  /** the mode to run in: `--<id>` */
  readonly mode?: string
  /** the command with its own arguments */
  readonly command: readonly string[]
}

/**
 * Parses the program's own options, before or after a command. `--help` and `--version` take precedence.
 * @param modes that the program has
 */
export function readArguments(args: readonly string[], modes: readonly string[] = []): Arguments {
  const command: string[] = []
  const found: { config?: string; help: boolean; version: boolean; mode?: string } = { help: false, version: false }
  const isMode = (arg: string) => modes.some((mode) => arg === `--${mode}`)
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name, inline] = arg.split(/=(.*)/s, 2)
    if (name === '--config') {
      const file = inline ?? rest.shift()
      if (!file || file.startsWith('--')) throw new PermanentError('--config needs a file name')
      found.config = file
    } else if (arg === '--help' || arg === '-h') found.help = true
    else if (arg === '--version') found.version = true
    else if (command.length === 0 && isMode(arg)) found.mode = arg.slice(2)
    else if (command.length === 0 && arg.startsWith('-')) {
      throw new PermanentError(`unknown option ${arg}; see svc-server --help`)
    } else command.push(arg)
  }
  if (found.mode !== undefined && command.length > 0) {
    throw new PermanentError(`--${found.mode} runs the server; it does not go with the command ${command[0]}`)
  }
  return { ...found, command }
}

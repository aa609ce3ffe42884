import { parseArgs } from 'node:util'
import { ToolError } from './tool-error.ts'

export const usage = `svc-widget <command>

  build    bundle each widget into one ES module in dist/
  dev      preview the widget with live reload and data from a running server
  pack     build, validate and create the file to install

  --url <url>       dev: URL of the server (default: $SVC_URL or http://127.0.0.1:9527)
  --port <number>   dev: port of the preview page (default: 5173 or the next free port)
  --help, --version

  $SVC_KEY is the API key for dev. Without it, the preview uses the browser's session with a server on this machine.
`

/** The parsed command line. */
export interface Command {
  readonly name: 'build' | 'dev' | 'pack' | 'help' | 'version'
  readonly url: URL
  readonly key: string | undefined
  readonly port: number | undefined
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ToolError(`the server URL must start with http:// or https://: ${text}`)
  }
  return url
}

function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new ToolError('--port must be a number from 1 to 65535')
  return port
}

const commands = ['build', 'dev', 'pack'] as const

/** Parses the command line. Throws a `ToolError` with the usage if it is invalid. */
export function readCommand(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
  const { values, positionals } = parse(args)
  const options = {
    url: parseUrl(values.url || env.SVC_URL || 'http://127.0.0.1:9527'),
    key: env.SVC_KEY || undefined,
    port: parsePort(values.port),
  }
  if (values.help) return { name: 'help', ...options }
  if (values.version) return { name: 'version', ...options }
  const [name, ...more] = positionals
  const command = commands.find((one) => one === name)
  if (command === undefined || more.length > 0) {
    throw new ToolError(
      `${name === undefined ? 'missing command' : `unknown command: ${positionals.join(' ')}`}\n\n${usage}`,
    )
  }
  return { name: command, ...options }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    })
  } catch (error) {
    throw new ToolError(`${(error as Error).message}\n\n${usage}`)
  }
}

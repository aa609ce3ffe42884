import { parseArgs } from 'node:util'
import { ToolError } from './tool-error.ts'

export const usage = `svc-widget <command>

  build    makes one ES module of each widget in dist/
  dev      shows the widget in a page that follows your changes, with the data of a running server
  pack     builds, checks what a server would check, and makes one file to install

  --url <address>   dev: the server, by default $SVC_URL or http://127.0.0.1:9527
  --port <number>   dev: where the page is served, by default 5173 or the next free one
  --help, --version

  $SVC_KEY is an API key for dev. Without it the page acts as whoever is signed in to a server on this machine
  in the same browser.
`

/** What was asked for. */
export interface Command {
  readonly name: 'build' | 'dev' | 'pack' | 'help' | 'version'
  readonly url: URL
  readonly key: string | undefined
  readonly port: number | undefined
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ToolError(`the server URL must start with http:// or https://: ${text}`)
  }
  return url
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new ToolError('--port must be a number from 1 to 65535')
  return port
}

const commands = ['build', 'dev', 'pack'] as const

/** Reads the command line. Throws with the way out when it makes no sense. */
export function readCommand(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
  const { values, positionals } = parse(args)
  const rest = {
    url: addressOf(values.url || env.SVC_URL || 'http://127.0.0.1:9527'),
    key: env.SVC_KEY || undefined,
    port: portOf(values.port),
  }
  if (values.help) return { name: 'help', ...rest }
  if (values.version) return { name: 'version', ...rest }
  const [name, ...more] = positionals
  const known = commands.find((one) => one === name)
  if (known === undefined || more.length > 0) {
    throw new ToolError(
      `${name === undefined ? 'missing command' : `unknown command: ${positionals.join(' ')}`}\n\n${usage}`,
    )
  }
  return { name: known, ...rest }
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

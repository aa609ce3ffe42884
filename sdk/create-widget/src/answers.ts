import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type Names, namesFrom } from './names.ts'
import { refuseOccupied } from './write-project.ts'

export const usage = `npm create svc-widget <folder> -- [options]

  --id <id>        what the widget is known by, for ever: reverse DNS, such as org.example.load
  --name <name>    what the picker calls it
  --collection     several widgets that share files, in one archive
  --help, --version

On a terminal it asks for what is not given.
`

/** What the command line says. */
export interface Options {
  readonly folder: string | undefined
  readonly id: string | undefined
  readonly name: string | undefined
  readonly collection: boolean
  readonly help: boolean
  readonly version: boolean
}

export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      id: { type: 'string' },
      name: { type: 'string' },
      collection: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', short: 'v', default: false },
    },
  })
  const [folder, more] = positionals
  if (more !== undefined) throw new Error(`one folder, not ${positionals.length}; ${JSON.stringify(more)} is too much`)
  const { id, name, collection, help, version } = values
  return { folder, id, name, collection, help, version }
}

/** Where questions are asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Asks until it is closed; who leaves in the middle gets nothing written. */
function makePrompt(terminal: Terminal) {
  const lines = createInterface(terminal)
  const gone = new AbortController()
  lines.on('close', () => gone.abort())
  return {
    async ask(question: string, otherwise: string): Promise<string> {
      try {
        return (await lines.question(`${question} (${otherwise}): `, { signal: gone.signal })).trim() || otherwise
      } catch {
        throw new Error('\nNothing was written.')
      }
    },
    close: () => lines.close(),
  }
}

/** Takes what was given and asks for the rest; where nobody can be asked, the rest follows from the folder. */
export async function settle(options: Options, terminal: Terminal | undefined): Promise<Names> {
  if (options.folder === undefined && !terminal) throw new Error(`the folder is missing\n\n${usage}`)
  const prompt = terminal && makePrompt(terminal)
  const ask = async (question: string, otherwise: string) => prompt?.ask(question, otherwise) ?? otherwise
  try {
    const folder = options.folder ?? (await ask('Folder', 'my-widget'))
    const names = namesFrom(folder)
    // before anything else is asked in vain
    refuseOccupied(folder)
    return {
      ...names,
      title: options.name ?? (await ask('Name in the picker', names.title)),
      id: options.id ?? (await ask('Id, for ever', names.id)),
    }
  } finally {
    prompt?.close()
  }
}

import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type Names, namesFromFolder } from './names.ts'
import { assertEmptyFolder } from './write-project.ts'

export const usage = `npm create @svc/widget <folder> -- [options]

  --id <id>        permanent widget id in reverse-DNS style, such as org.example.load
  --name <name>    name in the widget picker
  --collection     create several widgets that share code, packed as one archive
  --help, --version

Missing values are prompted for when run in a terminal.
`

/** Parsed command-line options. */
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
  if (more !== undefined)
    throw new Error(`expected one folder, got ${positionals.length}: unexpected ${JSON.stringify(more)}`)
  const { id, name, collection, help, version } = values
  return { folder, id, name, collection, help, version }
}

/** Streams to prompt on. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Prompts the user. Closing the terminal rejects the pending question, so nothing is written. */
function makePrompt(terminal: Terminal) {
  const lines = createInterface(terminal)
  const closed = new AbortController()
  lines.on('close', () => closed.abort())
  return {
    async ask(question: string, defaultAnswer: string): Promise<string> {
      try {
        return (
          (await lines.question(`${question} (${defaultAnswer}): `, { signal: closed.signal })).trim() || defaultAnswer
        )
      } catch {
        throw new Error('\nNothing was written.')
      }
    },
    close: () => lines.close(),
  }
}

/** Resolves the names from the options, prompts for missing ones, and falls back to defaults derived from the folder. */
export async function resolveNames(options: Options, terminal: Terminal | undefined): Promise<Names> {
  if (options.folder === undefined && !terminal) throw new Error(`missing folder\n\n${usage}`)
  const prompt = terminal && makePrompt(terminal)
  const ask = async (question: string, defaultAnswer: string) => prompt?.ask(question, defaultAnswer) ?? defaultAnswer
  try {
    const folder = options.folder ?? (await ask('Folder', 'my-widget'))
    const names = namesFromFolder(folder)
    // Fail before asking further questions.
    assertEmptyFolder(folder)
    return {
      ...names,
      title: options.name ?? (await ask('Name in the picker', names.title)),
      id: options.id ?? (await ask('Id, cannot be changed later', names.id)),
    }
  } finally {
    prompt?.close()
  }
}

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repository } from './process.ts'

const foldersOf = (kind: string) => readdirSync(join(repository, kind)).map((id) => `${kind}/${id}`)
const folders = ['dashboard', ...foldersOf('plugins'), ...foldersOf('agent-plugins')]

const filesNamed = (name: string) =>
  folders
    .map((folder) => ({ folder, file: join(repository, folder, 'test', `${name}.ts`) }))
    .filter(({ file }) => existsSync(file))

/** The arguments that start `test/<name>-process.ts` of the plugin that has one. */
export function contributedProgram(name: string): string[] {
  const [program] = filesNamed(`${name}-process`)
  if (!program) throw new Error(`no plugin has test/${name}-process.ts`)
  return ['--conditions=svc-source', program.file]
}

/** Default exports of `test/<name>.ts` of all plugins and the dashboard, by folder. */
export async function contributed<T>(name: string): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>()
  for (const { folder, file } of filesNamed(name)) {
    const { default: content } = (await import(pathToFileURL(file).href)) as { default: T }
    found.set(folder, content)
  }
  return found
}

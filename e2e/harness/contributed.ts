import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repository } from './process.ts'

const folders = ['dashboard', ...readdirSync(join(repository, 'plugins')).map((id) => `plugins/${id}`)]

/** Default exports of `test/<name>.ts` of all plugins and the dashboard, by folder. */
export async function contributed<T>(name: string): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>()
  for (const folder of folders) {
    const file = join(repository, folder, 'test', `${name}.ts`)
    if (!existsSync(file)) continue
    const { default: content } = (await import(pathToFileURL(file).href)) as { default: T }
    found.set(folder, content)
  }
  return found
}

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Logger } from '@svc/plugin-sdk'
import { bundledFiles } from './bundled.ts'
import { patternProblem } from './check-patterns.ts'
import { EgressFile, ProviderFile, ServiceFile } from './file-schemas.ts'

/** Folder in the data directory. */
export const folderName = 'ip-quality'
const maxBytes = 64 * 1024
const maxFiles = 100

/** A file that is not used, with the reason. */
export interface FileProblem {
  readonly file: string
  readonly reason: string
}

/** What is checked, and who is asked about addresses. */
export interface CatalogContent {
  readonly services: readonly ServiceFile[]
  readonly providers: readonly ProviderFile[]
  readonly egress: EgressFile
  readonly problems: readonly FileProblem[]
}

/** The value, or the first reason why it is none. */
function check<T extends TSchema>(
  schema: T,
  value: unknown,
): { readonly value: Static<T> } | { readonly reason: string } {
  if (Value.Check(schema, value)) return { value }
  const error = Value.Errors(schema, value).First()
  return { reason: error ? `${error.path || '/'}: ${error.message}` : 'invalid' }
}

/** Names below the folder with a stamp that changes with the content. */
async function listFiles(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const part of ['', 'services', 'providers']) {
    const names = await readdir(join(folder, part)).catch(() => [])
    for (const name of names.sort()) {
      if (!name.endsWith('.json') || found.size >= maxFiles) continue
      const path = part === '' ? name : `${part}/${name}`
      const info = await stat(join(folder, path)).catch(() => undefined)
      if (info?.isFile()) found.set(path, `${info.mtimeMs} ${info.size}`)
    }
  }
  return found
}

async function readOverride(folder: string, name: string): Promise<unknown> {
  const bytes = await readFile(join(folder, name))
  if (bytes.length > maxBytes) throw new Error(`longer than ${maxBytes / 1024} KiB`)
  return JSON.parse(bytes.toString('utf8'))
}

/** Sorts checked files by kind. A file whose name is not that of what it describes could replace something else. */
function interpret(files: ReadonlyMap<string, unknown>, problems: FileProblem[]): CatalogContent {
  const services: ServiceFile[] = []
  const providers: ProviderFile[] = []
  let egress: EgressFile = []
  for (const [file, content] of files) {
    const refuse = (reason: string) => problems.push({ file, reason })
    if (file === 'egress.json') {
      const result = check(EgressFile, content)
      if ('reason' in result) refuse(result.reason)
      else egress = result.value
    } else if (file.startsWith('providers/')) {
      const result = check(ProviderFile, content)
      if ('reason' in result) refuse(result.reason)
      else if (file !== `providers/${result.value.id}.json`) refuse(`/id: must be the name of the file`)
      else providers.push(result.value)
    } else if (file.startsWith('services/')) {
      const result = check(ServiceFile, content)
      const problem = 'value' in result ? patternProblem(result.value.check) : result.reason
      if ('reason' in result || problem !== undefined) refuse(problem ?? 'invalid')
      else if (file !== `services/${result.value.key}.json`) refuse('/key: must be the name of the file')
      else services.push(result.value)
    } else {
      refuse('unknown name')
    }
  }
  return { services, providers, egress, problems }
}

/**
 * The checks and providers of the program, where files in the data directory replace those of the same name and add others. So a
 * check that a service has outdated is mended without a new version. An invalid file is not used, and what it would
 * replace stays.
 */
export function makeCatalog(dataDir: string, log: Pick<Logger, 'warn' | 'info'>) {
  const folder = join(dataDir, folderName)
  const bundled = new Map(bundledFiles)
  let current = interpret(bundled, [])
  let stamp: string | undefined

  return {
    current: (): CatalogContent => current,
    /** Reads what has changed. Resolves to whether anything did. */
    async reload(): Promise<boolean> {
      const listed = await listFiles(folder)
      const next = JSON.stringify([...listed])
      if (next === stamp) return false
      const isFirst = stamp === undefined
      stamp = next
      const files = new Map<string, unknown>(bundled)
      const problems: FileProblem[] = []
      for (const file of listed.keys()) {
        try {
          const content = await readOverride(folder, file)
          const found: FileProblem[] = []
          interpret(new Map([[file, content]]), found)
          if (found.length > 0) problems.push(...found)
          else files.set(file, content)
        } catch (error) {
          problems.push({ file, reason: (error as Error).message.slice(0, 200) })
        }
      }
      for (const problem of problems) log.warn({ ...problem }, 'a file of IP quality checks is invalid and not used')
      if (!isFirst || listed.size > 0)
        log.info({ files: listed.size }, 'read the IP quality checks of the data directory')
      current = interpret(files, problems)
      return true
    },
  }
}
export type Catalog = ReturnType<typeof makeCatalog>

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ManifestError, readManifest, type WidgetManifest } from '@svc/widget-sdk/manifest'
import { ToolError } from './tool-error.ts'

/** A widget of a project. */
export interface WidgetSource {
  /** name of the built file without `.js` */
  readonly name: string
  /** relative to the project, with slashes */
  readonly file: string
  readonly manifest: WidgetManifest
}

/** A project folder: a single widget (`src/index.tsx`) or a collection (`widgets/<name>/index.tsx`). */
export interface Project {
  readonly root: string
  readonly name: string
  readonly isCollection: boolean
  readonly widgets: readonly WidgetSource[]
}

const extensions = ['tsx', 'ts', 'jsx', 'js']

function entryIn(root: string, folder: string): string | undefined {
  return extensions.map((extension) => `${folder}/index.${extension}`).find((file) => existsSync(join(root, file)))
}

/** Reads the manifest of a source file. Throws a `ToolError` that names the file. */
export function manifestOf(root: string, file: string): WidgetManifest {
  try {
    return readManifest(readFileSync(join(root, file), 'utf8'))
  } catch (error) {
    if (error instanceof ManifestError) throw new ToolError(`${file}: ${error.message}`)
    throw error
  }
}

/** The package name without its scope, used as file name. */
function readName(root: string): string {
  const file = join(root, 'package.json')
  if (!existsSync(file)) throw new ToolError(`no package.json in ${root}`)
  let json: { name?: unknown }
  try {
    json = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }
  } catch (error) {
    throw new ToolError(`package.json is not valid JSON: ${(error as Error).message}`)
  }
  const name = typeof json.name === 'string' ? (json.name.split('/').at(-1) ?? '') : ''
  if (!/^[A-Za-z0-9][\w.-]{0,213}$/.test(name)) throw new ToolError('package.json must have a name')
  return name
}

function readCollection(root: string): WidgetSource[] {
  const entries = readdirSync(join(root, 'widgets'), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return folders.sort().flatMap((name) => {
    const file = entryIn(root, `widgets/${name}`)
    return file === undefined ? [] : [{ name, file, manifest: manifestOf(root, file) }]
  })
}

/** Reads the project to build. Throws a `ToolError` if there are no widgets or a manifest is invalid. */
export function readProject(root: string): Project {
  const name = readName(root)
  const single = entryIn(root, 'src')
  const isCollection = existsSync(join(root, 'widgets'))
  if (isCollection && single !== undefined) {
    throw new ToolError(`found both widgets/ and ${single}; a project must have only one of them`)
  }
  const widgets = isCollection
    ? readCollection(root)
    : single === undefined
      ? []
      : [{ name, file: single, manifest: manifestOf(root, single) }]
  if (widgets.length === 0)
    throw new ToolError('nothing to build: found neither src/index.tsx nor widgets/<name>/index.tsx')
  const ids = widgets.map(({ manifest }) => manifest.id)
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index)
  if (duplicate !== undefined) throw new ToolError(`two widgets have the id ${duplicate}`)
  return { root, name, isCollection, widgets }
}

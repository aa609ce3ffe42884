import { createHash } from 'node:crypto'
import { ManifestError, readManifest, type WidgetManifest } from '@svc/widget-sdk/manifest'
import { isArchive, readArchive } from './archive.ts'
import { limits } from './limits.ts'
import { PackageError } from './package-error.ts'

/** A widget of a package. */
export interface PackagedWidget {
  readonly manifest: WidgetManifest
  /** in the archive; `index.js` of a single file */
  readonly entryPath: string
  /** SHA-256 of the entry file, 64 hex digits */
  readonly codeSha256: string
}

/** A validated package: a module or an archive. */
export interface WidgetPackage {
  readonly bytes: Buffer
  /** SHA-256 of the bytes, 64 hex digits */
  readonly sha256: string
  readonly kind: 'module' | 'archive'
  readonly widgets: readonly PackagedWidget[]
}

/** The name of the only file of a module. */
export const singleEntry = 'index.js'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function textOf(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new PackageError(`${name} is not valid UTF-8`)
  }
}

function widgetOf(bytes: Buffer, entryPath: string): PackagedWidget {
  const source = textOf(bytes, entryPath)
  try {
    return { manifest: readManifest(source), entryPath, codeSha256: sha256(bytes) }
  } catch (error) {
    if (error instanceof ManifestError) throw new PackageError(`${entryPath}: ${error.message}`)
    throw error
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entry files that a `collection.json` names (spec document 2, Collection bundle). */
function entriesOf(text: string): string[] {
  const shape = 'collection.json must be { "widgets": [ { "entry": <relative path> } ] }'
  let json: unknown
  try {
    // some editors begin a text with a byte order mark
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new PackageError(shape)
  }
  const widgets = isRecord(json) ? json.widgets : undefined
  if (!Array.isArray(widgets) || widgets.length === 0) throw new PackageError(shape)
  if (widgets.length > limits.entries)
    throw new PackageError(`collection.json lists more than ${limits.entries} widgets`)
  return widgets.map((widget: unknown) => {
    const named = isRecord(widget) ? widget.entry : undefined
    if (typeof named !== 'string') throw new PackageError(shape)
    const entry = named.replace(/^\.\//, '')
    const parts = entry.split('/')
    const leaves = parts.some((part) => part === '' || part === '.' || part === '..')
    if (leaves || entry.includes('\\'))
      throw new PackageError(`entry ${JSON.stringify(entry.slice(0, 100))} must be a relative path`)
    if (!/\.m?js$/.test(entry))
      throw new PackageError(`entry ${JSON.stringify(entry.slice(0, 100))} must be a .js or .mjs file`)
    // the address of an asset has no % once it is decoded
    if (/%[^/]*$/.test(entry))
      throw new PackageError(`entry ${JSON.stringify(entry.slice(0, 100))} must not contain % in its file name`)
    return entry
  })
}

async function widgetsOfArchive(bytes: Buffer): Promise<PackagedWidget[]> {
  const files = await readArchive(bytes)
  const index = files.get('collection.json')
  if (!index) throw new PackageError('the archive has no collection.json at its root')
  const entries = entriesOf(textOf(index, 'collection.json'))
  const widgets = entries.map((entry) => {
    const file = files.get(entry)
    if (!file) throw new PackageError(`collection.json lists ${entry}, which is not in the archive`)
    return widgetOf(file, entry)
  })
  const ids = widgets.map(({ manifest }) => manifest.id)
  const twice = ids.find((id, i) => ids.indexOf(id) !== i)
  if (twice !== undefined) throw new PackageError(`two widgets in the archive have the id ${twice}`)
  return widgets
}

/** Reads a module or a collection; the leading bytes tell which. Throws `PackageError` with the reason when anything is wrong. */
export async function readPackage(bytes: Buffer): Promise<WidgetPackage> {
  if (bytes.length > limits.upload) throw new PackageError(`a module or archive must not exceed ${limits.upload} bytes`)
  const packed = isArchive(bytes)
  return {
    bytes,
    sha256: sha256(bytes),
    kind: packed ? 'archive' : 'module',
    widgets: packed ? await widgetsOfArchive(bytes) : [widgetOf(bytes, singleEntry)],
  }
}

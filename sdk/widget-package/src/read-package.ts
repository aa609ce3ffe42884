import { createHash } from 'node:crypto'
import { ManifestError, readManifest, type WidgetManifest } from '@svc/widget-sdk/manifest'
import { isArchive, readArchive } from './archive.ts'
import { limits } from './limits.ts'
import { PackageError } from './package-error.ts'

/** A widget of a package. */
export interface PackagedWidget {
  readonly manifest: WidgetManifest
  /** path within the archive; `index.js` for a module */
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

/** The entry path of a module. */
export const singleEntry = 'index.js'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function decodeText(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new PackageError(`${name} is not valid UTF-8`)
  }
}

function readWidget(bytes: Buffer, entryPath: string): PackagedWidget {
  const source = decodeText(bytes, entryPath)
  try {
    return { manifest: readManifest(source), entryPath, codeSha256: sha256(bytes) }
  } catch (error) {
    if (error instanceof ManifestError) throw new PackageError(`${entryPath}: ${error.message}`)
    throw error
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entry files listed in `collection.json` (spec document 2, Collection bundle). */
function parseCollection(text: string): string[] {
  const shape = 'collection.json must be { "widgets": [ { "entry": <relative path> } ] }'
  let json: unknown
  try {
    // some editors write a byte order mark
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new PackageError(shape)
  }
  const widgets = isRecord(json) ? json.widgets : undefined
  if (!Array.isArray(widgets) || widgets.length === 0) throw new PackageError(shape)
  if (widgets.length > limits.entries)
    throw new PackageError(`collection.json lists more than ${limits.entries} widgets`)
  return widgets.map((widget: unknown) => {
    const path = isRecord(widget) ? widget.entry : undefined
    if (typeof path !== 'string') throw new PackageError(shape)
    const entry = path.replace(/^\.\//, '')
    const parts = entry.split('/')
    const isInvalid = parts.some((part) => part === '' || part === '.' || part === '..')
    if (isInvalid || entry.includes('\\'))
      throw new PackageError(`entry ${JSON.stringify(entry.slice(0, 100))} must be a relative path`)
    if (!/\.m?js$/.test(entry))
      throw new PackageError(`entry ${JSON.stringify(entry.slice(0, 100))} must be a .js or .mjs file`)
    // Asset paths are percent-decoded, so such a file could not be requested.
    if (/%[^/]*$/.test(entry))
      throw new PackageError(`entry ${JSON.stringify(entry.slice(0, 100))} must not contain % in its file name`)
    return entry
  })
}

async function widgetsOfArchive(bytes: Buffer): Promise<PackagedWidget[]> {
  const files = await readArchive(bytes)
  const index = files.get('collection.json')
  if (!index) throw new PackageError('the archive has no collection.json at its root')
  const entries = parseCollection(decodeText(index, 'collection.json'))
  const widgets = entries.map((entry) => {
    const file = files.get(entry)
    if (!file) throw new PackageError(`collection.json lists ${entry}, which is not in the archive`)
    return readWidget(file, entry)
  })
  const ids = widgets.map(({ manifest }) => manifest.id)
  const duplicate = ids.find((id, i) => ids.indexOf(id) !== i)
  if (duplicate !== undefined) throw new PackageError(`two widgets in the archive have the id ${duplicate}`)
  return widgets
}

/** Reads and validates a module or a collection, detected by the leading bytes. Throws `PackageError` if it is invalid. */
export async function readPackage(bytes: Buffer): Promise<WidgetPackage> {
  if (bytes.length > limits.upload) throw new PackageError(`a module or archive must not exceed ${limits.upload} bytes`)
  const isCollection = isArchive(bytes)
  return {
    bytes,
    sha256: sha256(bytes),
    kind: isCollection ? 'archive' : 'module',
    widgets: isCollection ? await widgetsOfArchive(bytes) : [readWidget(bytes, singleEntry)],
  }
}

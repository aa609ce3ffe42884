import { createHash } from 'node:crypto'
import { type CodedText, text } from '@svc/protocol/text'
import { isCompatible, ManifestError, readManifest, SDK_VERSION, type WidgetManifest } from '@svc/widget-sdk/manifest'
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
  /** remarks for the installer: clamped sizes, an SDK version that this one does not satisfy */
  readonly notes: readonly CodedText[]
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
    throw new PackageError('widget-package.NOT_UTF8', { name })
  }
}

function readWidget(bytes: Buffer, entryPath: string): PackagedWidget {
  const source = decodeText(bytes, entryPath)
  try {
    const notes: CodedText[] = []
    const manifest = readManifest(source, (note) => notes.push(note))
    const { sdkVersion: range } = manifest
    if (!isCompatible(SDK_VERSION, range)) notes.push(text('widget.NEEDS_SDK', { range, version: SDK_VERSION }))
    return { manifest, entryPath, codeSha256: sha256(bytes), notes }
  } catch (error) {
    if (error instanceof ManifestError)
      throw new PackageError('widget-package.INVALID_WIDGET', { file: entryPath, reason: error.text })
    throw error
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entry files listed in `collection.json` (spec document 2, Collection bundle). */
function parseCollection(text: string): string[] {
  const misshapen = () => new PackageError('widget-package.COLLECTION_SHAPE')
  let json: unknown
  try {
    // some editors write a byte order mark
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw misshapen()
  }
  const widgets = isRecord(json) ? json.widgets : undefined
  if (!Array.isArray(widgets) || widgets.length === 0) throw misshapen()
  if (widgets.length > limits.entries)
    throw new PackageError('widget-package.TOO_MANY_WIDGETS', { limit: limits.entries })
  return widgets.map((widget: unknown) => {
    const path = isRecord(widget) ? widget.entry : undefined
    if (typeof path !== 'string') throw misshapen()
    const entry = path.replace(/^\.\//, '')
    const parts = entry.split('/')
    const isInvalid = parts.some((part) => part === '' || part === '.' || part === '..')
    const shown = JSON.stringify(entry.slice(0, 100))
    if (isInvalid || entry.includes('\\')) throw new PackageError('widget-package.ENTRY_NOT_RELATIVE', { entry: shown })
    if (!/\.m?js$/.test(entry)) throw new PackageError('widget-package.ENTRY_NOT_A_SCRIPT', { entry: shown })
    // Asset paths are percent-decoded, so such a file could not be requested.
    if (/%[^/]*$/.test(entry)) throw new PackageError('widget-package.ENTRY_WITH_PERCENT', { entry: shown })
    return entry
  })
}

async function widgetsOfArchive(bytes: Buffer): Promise<PackagedWidget[]> {
  const files = await readArchive(bytes)
  const index = files.get('collection.json')
  if (!index) throw new PackageError('widget-package.NO_COLLECTION')
  const entries = parseCollection(decodeText(index, 'collection.json'))
  const widgets = entries.map((entry) => {
    const file = files.get(entry)
    if (!file) throw new PackageError('widget-package.ENTRY_MISSING', { entry })
    return readWidget(file, entry)
  })
  const ids = widgets.map(({ manifest }) => manifest.id)
  const duplicate = ids.find((id, i) => ids.indexOf(id) !== i)
  if (duplicate !== undefined) throw new PackageError('widget-package.DUPLICATE_ID', { id: duplicate })
  return widgets
}

/** Reads and validates a module or a collection, detected by the leading bytes. Throws `PackageError` if it is invalid. */
export async function readPackage(bytes: Buffer): Promise<WidgetPackage> {
  if (bytes.length > limits.upload) throw new PackageError('widget-package.TOO_LARGE', { limit: limits.upload })
  const isCollection = isArchive(bytes)
  return {
    bytes,
    sha256: sha256(bytes),
    kind: isCollection ? 'archive' : 'module',
    widgets: isCollection ? await widgetsOfArchive(bytes) : [readWidget(bytes, singleEntry)],
  }
}

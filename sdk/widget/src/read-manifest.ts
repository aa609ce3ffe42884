import type { WidgetManifest } from './manifest.ts'
import { ManifestError, type OnNote, validateManifest } from './validate-manifest.ts'

/** Tag before the JSON object in the first block comment of a module. */
export const manifestTag = '@svc-widget'

/** Maximum source size (spec document 2, Limits). */
export const maxSourceBytes = 1024 * 1024

/** The start of the first block comment, after whitespace and line comments. */
function commentStart(source: string): number {
  const before = /(?:\uFEFF|\s+|\/\/[^\n\r\u2028\u2029]*)/y
  let at = 0
  for (;;) {
    before.lastIndex = at
    if (!before.test(source)) return at
    at = before.lastIndex
  }
}

/**
 * Reads the manifest of a widget module without running it: the JSON object after `@svc-widget` in the block comment at the
 * top. Throws `ManifestError` if the source is too long, has no such comment, or the manifest is invalid.
 */
export function readManifest(source: string, onNote?: OnNote): WidgetManifest {
  if (source.length > maxSourceBytes || new TextEncoder().encode(source).length > maxSourceBytes) {
    throw new ManifestError('source', 'widget.TOO_LARGE', { limit: maxSourceBytes })
  }
  const start = commentStart(source)
  const missing = () => new ManifestError('source', 'widget.NO_COMMENT', { tag: manifestTag })
  if (!source.startsWith('/*', start)) throw missing()
  const end = source.indexOf('*/', start + 2)
  if (end === -1) throw new ManifestError('source', 'widget.UNTERMINATED_COMMENT')
  const comment = source.slice(start + 2, end)
  const tag = comment.indexOf(manifestTag)
  if (tag === -1) throw missing()
  const undecorated = comment.slice(tag + manifestTag.length).replace(/^[ \t]*\*+/gm, '')
  let json: unknown
  try {
    json = JSON.parse(undecorated)
  } catch (error) {
    throw new ManifestError('manifest', 'widget.INVALID_JSON', { reason: (error as Error).message })
  }
  return validateManifest(json, onNote)
}

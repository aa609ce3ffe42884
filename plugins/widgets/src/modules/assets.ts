import { posix } from 'node:path'
import { badRequest, notFound } from '@svc/plugin-sdk'
import { readArchive, singleEntry } from '@svc/widget-package'
import type { ModuleRow, ModulesStore } from './modules-store.ts'

/** By the end of a name. Nothing here is a page of ours: HTML is text. */
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  wasm: 'application/wasm',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  html: 'text/plain; charset=utf-8',
  htm: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
}

export const contentType = (path: string): string => {
  const end = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, end) ? (types[end] as string) : 'application/octet-stream'
}

/** The name of a file in an archive: `path` beside the entry of the module. Throws 400 for what leads elsewhere. */
function assetName(entryPath: string, path: string): string {
  const parts = path.split('/')
  // once decoded, a path that still has escapes was encoded twice
  const isOdd = parts.some((part) => part === '' || part === '.' || part === '..') || /[\\\p{Cc}%]/u.test(path)
  if (isOdd || path.length > 255) throw badRequest('the asset path must be relative and must not contain . or ..')
  return posix.join(posix.dirname(entryPath), path)
}

/** A file of an installed module. Throws 404 when there is none. */
export async function readAsset(
  store: Pick<ModulesStore, 'package'>,
  module: ModuleRow,
  path: string,
): Promise<Buffer> {
  const name = assetName(module.entry_path, path)
  const found = store.package(module.package_sha256)
  if (!found) throw notFound('no such file in this widget module')
  const bytes =
    found.kind === 'archive'
      ? (await readArchive(found.bytes, name)).get(name)
      : name === singleEntry
        ? found.bytes
        : undefined
  if (!bytes) throw notFound('no such file in this widget module')
  return bytes
}

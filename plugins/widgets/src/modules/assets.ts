import { posix } from 'node:path'
import { badRequest, notFound } from '@svc/plugin-sdk'
import { readArchive, singleEntry } from '@svc/widget-package'
import type { ModuleRow, ModulesStore } from './modules-store.ts'

/** Content types by extension. HTML is served as plain text. */
const contentTypes: Readonly<Record<string, string>> = {
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
  const extension = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(contentTypes, extension) ? (contentTypes[extension] as string) : 'application/octet-stream'
}

/** The archive entry at `path`, relative to the entry file. Throws 400 for unsafe paths. */
function assetName(entryPath: string, path: string): string {
  const parts = path.split('/')
  // A remaining % means the path was encoded twice.
  const isUnsafe = parts.some((part) => part === '' || part === '.' || part === '..') || /[\\\p{Cc}%]/u.test(path)
  if (isUnsafe || path.length > 255) throw badRequest('widgets.ASSET_PATH')
  return posix.join(posix.dirname(entryPath), path)
}

/** Reads a file of an installed module; throws 404. */
export async function readAsset(
  store: Pick<ModulesStore, 'package'>,
  module: ModuleRow,
  path: string,
): Promise<Buffer> {
  const name = assetName(module.entry_path, path)
  const found = store.package(module.package_sha256)
  if (!found) throw notFound('widgets.UNKNOWN_ASSET')
  const bytes =
    found.kind === 'archive'
      ? (await readArchive(found.bytes, name)).get(name)
      : name === singleEntry
        ? found.bytes
        : undefined
  if (!bytes) throw notFound('widgets.UNKNOWN_ASSET')
  return bytes
}

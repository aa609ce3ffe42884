import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { Type } from '@sinclair/typebox'
import { forbidden, notFound, type Routes } from '@svc/plugin-sdk'
import { contentType, readAsset } from '../modules/assets.ts'
import type { Modules } from '../modules/modules.ts'
import type { ModuleRow, ModulesStore } from '../modules/modules-store.ts'

/** Opened directly, a file is shown in a sandbox without scripts. */
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** Entity tags of a header, weak or strong. */
const parseTags = (header = ''): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** `@<SHA-256 of the package>/`; a retry appends its number. */
const pinnedVersion = /^@([0-9a-f]{64})(?:~\d{1,4})?\//

const isEntry = ({ entry_path }: ModuleRow, path: string) => path === posix.basename(entry_path)

/** Assets can change while the entry does not, so their tag depends on the package. */
function tagOf(module: ModuleRow, path: string): string {
  const ofAsset = () => createHash('sha256').update(`${module.package_sha256} ${path}`).digest('hex')
  return `"${module.version}-${(isEntry(module, path) ? module.code_sha256 : ofAsset()).slice(0, 8)}"`
}

/** The files of enabled modules, relative to the folder of the entry file. */
export const assetRoute =
  ({ modules, store }: { readonly modules: Modules; readonly store: ModulesStore }): Routes =>
  async (app) => {
    app.get(
      '/api/widget-modules/:id/*',
      {
        config: { access: 'member' },
        schema: {
          summary: 'A file of a widget module',
          description:
            'Cached forever below `@<SHA-256 of its package>/`, and the entry with `v`, the SHA-256 of its code. ' +
            '404 if that package is no longer installed.',
          params: Type.Object({ id: Type.String(), '*': Type.String() }),
          querystring: Type.Object({ v: Type.Optional(Type.String()) }),
          response: {
            200: {
              description: 'The file, with the content type of its extension',
              content: { '*/*': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
            },
            304: Type.Null({ description: 'Not modified' }),
          },
        },
      },
      async (req, reply) => {
        // A service worker is not sandboxed and would outlive the module.
        if (req.headers['service-worker'] !== undefined) throw forbidden('widgets.SERVICE_WORKER')
        const module = modules.enabled(req.params.id)
        const pinned = pinnedVersion.exec(req.params['*'])
        const path = req.params['*'].slice(pinned?.[0].length ?? 0)
        if (pinned && pinned[1] !== module.package_sha256) throw notFound('widgets.OTHER_VERSION')
        const etag = tagOf(module, path)
        const tags = parseTags(req.headers['if-none-match'])
        const bytes = tags.includes(etag) ? undefined : await readAsset(store, module, path)
        const isPinned = pinned !== null || (isEntry(module, path) && req.query.v === module.code_sha256)
        // Set last, because errors must not be cached forever.
        reply.headers({
          etag,
          'cache-control': isPinned ? 'private, max-age=31536000, immutable' : 'private, no-cache',
          'content-security-policy': sandbox,
          // A response cached for an import must not be reused for a service worker.
          vary: 'service-worker',
          'x-content-type-options': 'nosniff',
        })
        if (bytes === undefined || tags.includes('*')) return reply.code(304).send(null)
        return reply.type(contentType(path)).send(bytes)
      },
    )
  }

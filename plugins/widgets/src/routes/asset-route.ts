import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { Type } from '@sinclair/typebox'
import { forbidden, notFound, type Routes } from '@svc/plugin-sdk'
import { contentType, readAsset } from '../modules/assets.ts'
import type { Modules } from '../modules/modules.ts'
import type { ModuleRow, ModulesStore } from '../modules/modules-store.ts'

/** No browser makes a page of ours of such a file: opened by itself it is shown in a sandbox without scripts. */
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** The tags that a browser or a proxy has, whatever it thinks of their strength. */
const tagsOf = (header = ''): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** `@<SHA-256 of the package>/`, which files import each other below; a second try to load one has its number behind. */
const version = /^@([0-9a-f]{64})(?:~\d{1,4})?\//

const isEntry = ({ entry_path }: ModuleRow, path: string) => path === posix.basename(entry_path)

/** An asset may change while the code of the entry does not: its tag is of the package. */
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
            'Below `@<SHA-256 of its package>/` the browser may keep it for good, and the entry with `v`, the SHA-256 of its code. ' +
            'Below a package that is not installed any more there is nothing.',
          params: Type.Object({ id: Type.String(), '*': Type.String() }),
          querystring: Type.Object({ v: Type.Optional(Type.String()) }),
          response: {
            200: {
              description: 'The file, with the type that its name says',
              content: { '*/*': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
            },
            304: Type.Null({ description: 'The file that the tag in `If-None-Match` is of is still right' }),
          },
        },
      },
      async (req, reply) => {
        // It would answer for addresses of ours, also when the module is gone, and no sandbox holds it.
        if (req.headers['service-worker'] !== undefined)
          throw forbidden('widget module files cannot be used as service workers')
        const module = modules.enabled(req.params.id)
        const pinned = version.exec(req.params['*'])
        const path = req.params['*'].slice(pinned?.[0].length ?? 0)
        if (pinned && pinned[1] !== module.package_sha256)
          throw notFound('this version of the widget module is no longer installed')
        const etag = tagOf(module, path)
        const known = tagsOf(req.headers['if-none-match'])
        const bytes = known.includes(etag) ? undefined : await readAsset(store, module, path)
        const isPinned = pinned !== null || (isEntry(module, path) && req.query.v === module.code_sha256)
        // only now: what is refused must not be kept for good
        reply.headers({
          etag,
          'cache-control': isPinned ? 'private, max-age=31536000, immutable' : 'private, no-cache',
          'content-security-policy': sandbox,
          // what was kept for an import is not what a service worker is asked for
          vary: 'service-worker',
          'x-content-type-options': 'nosniff',
        })
        if (bytes === undefined || known.includes('*')) return reply.code(304).send(null)
        return reply.type(contentType(path)).send(bytes)
      },
    )
  }

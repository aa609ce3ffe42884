import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { notFound, type Routes } from '@svc/plugin-sdk'
import { contentType, readAsset } from '../modules/assets.js'
import type { Modules } from '../modules/modules.js'
import type { ModulesStore } from '../modules/modules-store.js'

/** No browser makes a page of ours of such a file: opened by itself it is shown in a sandbox without scripts. */
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** The tags that a browser or a proxy has, whatever it thinks of their strength. */
const tagsOf = (header = ''): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** `@<SHA-256 of the package>/`, which files import each other below; a second try to load one has its number behind. */
const version = /^@([0-9a-f]{64})(?:~\d{1,4})?\//

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
            'With `v`, the SHA-256 of its code, or below `@<SHA-256 of its package>/`, the browser may keep it for good. ' +
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
        const module = modules.enabled(req.params.id)
        const pinned = version.exec(req.params['*'])
        const path = req.params['*'].slice(pinned?.[0].length ?? 0)
        if (pinned && pinned[1] !== module.package_sha256) throw notFound('this version of the widget module is gone')
        // an asset may change while the code of the entry does not: the tag is of the package
        const tag = createHash('sha256').update(`${module.package_sha256} ${path}`).digest('hex').slice(0, 16)
        const etag = `"${module.version}-${tag}"`
        const isPinned = pinned !== null || (req.query.v !== undefined && req.query.v === module.code_sha256)
        reply.headers({
          etag,
          'cache-control': isPinned ? 'private, max-age=31536000, immutable' : 'private, no-cache',
          'content-security-policy': sandbox,
          'x-content-type-options': 'nosniff',
        })
        const known = tagsOf(req.headers['if-none-match'])
        if (known.includes(etag)) return reply.code(304).send(null)
        const bytes = await readAsset(store, module, path)
        if (known.includes('*')) return reply.code(304).send(null)
        return reply.type(contentType(path)).send(bytes)
      },
    )
  }

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin, type ViteDevServer } from 'vite'
import { manifestOf, type Project } from '../project.ts'
import { styleSheetsOf } from './look.ts'

const require = createRequire(import.meta.url)
const pageMain = fileURLToPath(new URL('../page/main.js', import.meta.url))
const ownStyles = fileURLToPath(new URL('../../page/page.css', import.meta.url))

const mainId = '/@svc-widget/main'
const resolvedId = `\0${mainId}`

/** The look of forms and buttons that the SDK makes, and of this page. */
const styles = () =>
  [require.resolve('@svc/widget-sdk/form.css'), require.resolve('@svc/widget-sdk/actions.css'), ownStyles]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

const htmlOf = (sheets: readonly string[], title: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    ${sheets.map((href) => `<link rel="stylesheet" href="${href}" />`).join('\n    ')}
    <style>${styles()}</style>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="${mainId}"></script>
  </body>
</html>
`

/** Shows the widgets, and puts the new code of one in the place of the old. */
function mainOf({ widgets, root }: Project, server: URL): string {
  const found = widgets.map(({ file }) => ({ file, manifest: manifestOf(root, file) }))
  return [
    `import { startPage } from ${JSON.stringify(posix.join('/@fs', normalizePath(pageMain)))}`,
    ...found.map(({ file }, index) => `import widget${index} from ${JSON.stringify(`/${file}`)}`),
    `const page = startPage(${JSON.stringify(server.origin)}, [`,
    ...found.map(({ manifest }, index) => `  { manifest: ${JSON.stringify(manifest)}, widget: widget${index} },`),
    '])',
    'if (import.meta.hot) {',
    ...found.map(
      ({ file }, index) =>
        `  import.meta.hot.accept(${JSON.stringify(`/${file}`)}, (next) => next && page.replace(${index}, next.default))`,
    ),
    '}',
  ].join('\n')
}

/** The page around the widget of a project. */
export function widgetPage(project: Project, server: URL): Plugin {
  const title = project.widgets.map(({ manifest }) => manifest.name.replace(/[<&]/g, ' ')).join(', ')
  const manifests = () => JSON.stringify(project.widgets.map(({ file }) => manifestOf(project.root, file)))
  let known = manifests()

  /** Another manifest is another page; code is replaced in it. */
  function followManifests({ watcher, moduleGraph, ws, config }: ViteDevServer) {
    watcher.on('change', () => {
      try {
        const now = manifests()
        if (now === known) return
        known = now
        const main = moduleGraph.getModuleById(resolvedId)
        if (main) moduleGraph.invalidateModule(main)
        ws.send({ type: 'full-reload' })
      } catch (error) {
        config.logger.error((error as Error).message)
      }
    })
  }

  return {
    name: 'svc-widget:page',
    resolveId: (id) => (id === mainId ? resolvedId : undefined),
    load: (id) => (id === resolvedId ? mainOf(project, server) : undefined),
    configureServer(vite) {
      followManifests(vite)
      return () => {
        vite.middlewares.use(async (request, response, next) => {
          const [path = '/'] = (request.originalUrl ?? '/').split('?')
          if (path !== '/' && path !== '/index.html') return next()
          try {
            const html = await vite.transformIndexHtml('/', htmlOf(await styleSheetsOf(server), title))
            response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
          } catch (error) {
            next(error)
          }
        })
      }
    },
  }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix } from 'node:path'
import { normalizePath, type Plugin, type ViteDevServer } from 'vite'
import { manifestOf, type Project } from '../project.ts'
import { styleSheetsOf } from './style-sheets.ts'

const require = createRequire(import.meta.url)
const pageMain = join(import.meta.dirname, '../page/main.js')
const ownStyles = join(import.meta.dirname, '../../page/page.css')

const mainId = '/@svc-widget/main'
const resolvedId = `\0${mainId}`

/** The styles of the SDK's forms and buttons, and of this page. */
const styles = () =>
  [require.resolve('@svc/widget-sdk/form.css'), require.resolve('@svc/widget-sdk/actions.css'), ownStyles]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

const renderHtml = (sheets: readonly string[], title: string) => `<!doctype html>
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

/** The page's entry module: renders the widgets and replaces their code on hot updates. */
function mainModule({ widgets, root }: Project, server: URL): string {
  const sources = widgets.map(({ file }) => ({ file, manifest: manifestOf(root, file) }))
  return [
    `import { startPage } from ${JSON.stringify(posix.join('/@fs', normalizePath(pageMain)))}`,
    ...sources.map(({ file }, index) => `import widget${index} from ${JSON.stringify(`/${file}`)}`),
    `const page = startPage(${JSON.stringify(server.origin)}, [`,
    ...sources.map(({ manifest }, index) => `  { manifest: ${JSON.stringify(manifest)}, widget: widget${index} },`),
    '])',
    'if (import.meta.hot) {',
    ...sources.map(
      ({ file }, index) =>
        `  import.meta.hot.accept(${JSON.stringify(`/${file}`)}, (next) => next && page.replace(${index}, next.default))`,
    ),
    '}',
  ].join('\n')
}

/** The Vite plugin that serves the preview page. */
export function widgetPage(project: Project, server: URL): Plugin {
  const title = project.widgets.map(({ manifest }) => manifest.name.replace(/[<&]/g, ' ')).join(', ')
  const manifests = () => JSON.stringify(project.widgets.map(({ file }) => manifestOf(project.root, file)))
  let current = manifests()

  /** Reloads the page when a manifest changes; code changes are hot updates. */
  function watchManifests({ watcher, moduleGraph, ws, config }: ViteDevServer) {
    watcher.on('change', () => {
      try {
        const now = manifests()
        if (now === current) return
        current = now
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
    load: (id) => (id === resolvedId ? mainModule(project, server) : undefined),
    configureServer(vite) {
      watchManifests(vite)
      return () => {
        vite.middlewares.use(async (request, response, next) => {
          const [path = '/'] = (request.originalUrl ?? '/').split('?')
          if (path !== '/' && path !== '/index.html') return next()
          try {
            const html = await vite.transformIndexHtml('/', renderHtml(await styleSheetsOf(server), title))
            response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
          } catch (error) {
            next(error)
          }
        })
      }
    },
  }
}

import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const list = fileURLToPath(import.meta.resolve('@svc/plugin-widgets/dashboard/provided'))

/** `@svc/widget-sdk/z` -> `/runtime/widget-sdk-z.js` */
const addressOf = (specifier: string) => `/runtime/${specifier.replace('@svc/', '').replaceAll('/', '-')}.js`

/**
 * A module with the exports of one that the application has in its bundle. It takes them from where the dashboard puts
 * them before it loads the first widget module, so that both use one React and one SDK.
 */
function shimOf(specifier: string, module: Readonly<Record<string, unknown>>): string {
  // the names of a CommonJS module are those of what it exports
  const names = Object.keys((module.default as object | undefined) ?? module).filter((name) => name !== 'default')
  const key = JSON.stringify(specifier)
  return [
    `const found = globalThis[Symbol.for('svc.runtime')]?.[${key}]`,
    `if (!found) throw new Error(${key} + ' is there for widgets of the dashboard only')`,
    `export const { ${names.join(', ')} } = found`,
    ...('default' in module ? ['export default found.default'] : []),
    '',
  ].join('\n')
}

/** Gives widget modules what they import of the dashboard: an import map in the page, and the files it names. */
export function widgetRuntime(): Plugin {
  const files = new Map<string, string>()
  const imports: Record<string, string> = {}
  return {
    name: 'widget-runtime',
    async configResolved({ root, resolve: { conditions } }) {
      const { module } = await runnerImport<{ provided: Record<string, Record<string, unknown>> }>(list, {
        root,
        configFile: false,
        logLevel: 'error',
        resolve: { conditions },
      })
      for (const [specifier, exported] of Object.entries(module.provided)) {
        imports[specifier] = addressOf(specifier)
        files.set(addressOf(specifier), shimOf(specifier, exported))
      }
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { type: 'importmap' }, children: JSON.stringify({ imports }), injectTo: 'head' },
    ],
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const source = files.get(request.url?.split('?', 1)[0] ?? '')
        if (source === undefined) return next()
        response.setHeader('content-type', 'text/javascript; charset=utf-8').end(source)
      })
    },
    generateBundle() {
      for (const [address, source] of files) this.emitFile({ type: 'asset', fileName: address.slice(1), source })
    },
  }
}

import { fileURLToPath } from 'node:url'
import { providedImports } from '@svc/widget-sdk/manifest'
import react from '@vitejs/plugin-react'
import { createServer, searchForWorkspaceRoot } from 'vite'
import type { Command } from '../command-line.ts'
import type { Project } from '../project.ts'
import { widgetPage } from './page.ts'
import { proxyTo } from './proxy.ts'

const loopback = ['127.0.0.1', 'localhost']
const here = fileURLToPath(new URL('../..', import.meta.url))

/** Serves the page of a project, for this machine only. Resolves to its addresses. */
export async function serveProject(
  project: Project,
  { url, key, port }: Pick<Command, 'url' | 'key' | 'port'>,
): Promise<readonly string[]> {
  // A browser keeps cookies by name of host and not by port: at the same name the session of the dashboard is there too.
  const hostname = loopback.find((name) => name === url.hostname) ?? 'localhost'
  const server = await createServer({
    root: project.root,
    configFile: false,
    mode: 'development',
    logLevel: 'warn',
    appType: 'custom',
    plugins: [react(), widgetPage(project, url)],
    resolve: { dedupe: ['react', 'react-dom'] },
    optimizeDeps: { include: [...providedImports], entries: project.widgets.map(({ file }) => file) },
    server: {
      host: hostname,
      ...(port === undefined ? {} : { port, strictPort: true }),
      proxy: proxyTo({ url, key, hostname }),
      fs: { allow: [searchForWorkspaceRoot(project.root), here] },
    },
  })
  await server.listen()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close().finally(() => process.exit()))
  }
  return server.resolvedUrls?.local ?? []
}

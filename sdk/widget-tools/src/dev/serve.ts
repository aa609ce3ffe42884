import { join } from 'node:path'
import { providedImports } from '@svc/widget-sdk/manifest'
import react from '@vitejs/plugin-react'
import { createServer, searchForWorkspaceRoot } from 'vite'
import type { Command } from '../command-line.ts'
import type { Project } from '../project.ts'
import { widgetPage } from './page.ts'
import { makeProxy } from './proxy.ts'

const loopback = ['127.0.0.1', 'localhost']
const packageFolder = join(import.meta.dirname, '../..')

/** Serves the preview page of a project on the loopback interface. Resolves to its URLs. */
export async function serveProject(
  project: Project,
  { url, key, port }: Pick<Command, 'url' | 'key' | 'port'>,
): Promise<readonly string[]> {
  // Cookies are shared between ports but not host names: use the server's name, so that its session cookie is sent.
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
      proxy: makeProxy({ url, key, hostname }),
      fs: { allow: [searchForWorkspaceRoot(project.root), packageFolder] },
    },
  })
  await server.listen()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close().finally(() => process.exit()))
  }
  return server.resolvedUrls?.local ?? []
}

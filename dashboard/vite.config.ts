import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstFiles } from './build/first-files.ts'
import { flags } from './build/flags.ts'
import { head } from './build/head.ts'
import { providedImports } from './build/provided-imports.ts'
import { textSections } from './build/text-sections.ts'

const texts = /[\\/](?:plugins[\\/]([\w-]+)[\\/])?locales[\\/]([\w-]+)\.json\?section=(global|others)$/

/** Shared components, except the large ones that are loaded on demand: charts, `useForm` and the widget SDK. */
const parts =
  /[\\/](?:sdk[\\/]dashboard[\\/]src[\\/](?!widgets[\\/]|form[\\/]use-form|ui[\\/](?:lazy-)?chart)|lucide-react[\\/])/

const charts = /[\\/](?:sdk[\\/]dashboard[\\/]src[\\/]ui[\\/]chart(?:\.tsx$|[\\/])|node_modules[\\/]uplot[\\/])/

const server = process.env.SVC_DEV_SERVER ?? 'http://127.0.0.1:9527'

export default defineConfig(async ({ command }) => {
  const first = command === 'build' ? await firstFiles() : undefined
  /** The texts that every page needs are one chunk per language. Others load with their plugin. */
  const textsChunk = (id: string): string | null => {
    const [, plugin, language, section] = texts.exec(id) ?? []
    return language && (section === 'global' || (plugin !== undefined && first?.frameOwners.has(plugin)))
      ? `texts-${language}`
      : null
  }
  return {
    plugins: [react(), tailwindcss(), providedImports(), textSections(), flags(), head(first)],
    resolve: {
      conditions: ['svc-source', 'module', 'browser', 'development|production'],
      // React with profiling, to measure widgets when an admin asks for it. Adds 8 KB and is otherwise free.
      alias: [{ find: /^react-dom\/client$/, replacement: 'react-dom/profiling' }],
    },
    build: {
      target: 'es2023',
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // Libraries change rarely; keep them cached across releases.
              {
                name: 'vendor',
                priority: 3,
                test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/][^\\/]+|i18next|react-i18next)[\\/]/,
              },
              // One chunk instead of dozens of small ones that every importer would have to list.
              { name: 'parts', priority: 2, test: parts, minShareCount: 6 },
              // Also one chunk: dozens would each be a request, of which a browser that is far away makes only a few at a time.
              { name: 'frame', priority: 1, test: (id: string) => first?.frame.has(id) ?? false },
              { name: 'server', priority: 0.9, test: (id: string) => first?.server.has(id) ?? false },
              { name: 'charts', priority: 0.8, test: charts },
              { name: textsChunk, test: texts, debugName: 'texts' },
            ],
          },
        },
      },
    },
    server: { proxy: { '/api': { target: server, ws: true, changeOrigin: false } } },
  }
})

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileHints } from './build/compile-hints.ts'
import { firstFiles } from './build/first-files.ts'
import { flags } from './build/flags.ts'
import { head } from './build/head.ts'
import { providedImports } from './build/provided-imports.ts'
import { textSections } from './build/text-sections.ts'

const texts = /[\\/](?:plugins[\\/]([\w-]+)[\\/])?locales[\\/]([\w-]+)\.json\?section=(global|others)$/

/** Shared components, except the large ones that are loaded on demand: charts, `useForm` and the widget SDK. */
const parts =
  /[\\/](?:sdk[\\/]dashboard[\\/]src[\\/](?!widgets[\\/]|form[\\/]use-form|ui[\\/](?:lazy-)?chart)|lucide-react[\\/])/

const forms = /[\\/](?:sdk[\\/]dashboard[\\/]src[\\/]form[\\/]use-form|node_modules[\\/]react-hook-form[\\/])/

const charts = /[\\/](?:sdk[\\/]dashboard[\\/]src[\\/]ui[\\/]chart(?:\.tsx$|[\\/])|node_modules[\\/]uplot[\\/])/

const queries = /[\\/]plugins[\\/][\w-]+[\\/]dashboard[\\/]queries\.ts$/

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
    plugins: [
      ...[react(), tailwindcss(), providedImports(), textSections(), flags(), head(first)],
      compileHints(['vendor', 'start', 'frame']),
    ],
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
              // Each takes what it imports and those before have not taken, so that no page loads the code of another one: what starts
              // the application, Home, and the list of servers.
              { name: 'start', priority: 2, test: /[\\/]dashboard[\\/]src[\\/]main\.tsx$/ },
              { name: 'forms', priority: 1.9, test: forms },
              { name: 'frame', priority: 1.8, test: (id: string) => first?.frame.has(id) ?? false },
              { name: 'list', priority: 1.7, test: (id: string) => first?.list.has(id) ?? false },
              // One chunk instead of dozens of small ones, of which a browser that is far away requests only a few at a time.
              { name: 'parts', priority: 1, test: parts, minShareCount: 6 },
              // What pages of a plugin ask in common would be part of the page of a server, which no other page should load.
              { name: 'queries', priority: 0.95, test: queries },
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

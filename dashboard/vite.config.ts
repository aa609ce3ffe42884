import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { textSections } from './build/text-sections.ts'
import { widgetRuntime } from './build/widget-runtime.ts'

/** Texts of the shell and the SDK, and those of plugins that are shown everywhere. */
const globalTexts = /[\\/]locales[\\/]([\w-]+)\.json\?section=global$/

/** Shared components, except the large ones that are loaded on demand: charts, `useForm` and the widget SDK. */
const parts =
  /[\\/](?:sdk[\\/]dashboard[\\/]src[\\/](?!widgets[\\/]|form[\\/]use-form|ui[\\/](?:lazy-)?chart)|lucide-react[\\/])/

const server = process.env.SVC_DEV_SERVER ?? 'http://127.0.0.1:9527'

export default defineConfig({
  plugins: [react(), tailwindcss(), widgetRuntime(), textSections()],
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
              priority: 1,
              test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/][^\\/]+|i18next|react-i18next)[\\/]/,
            },
            // One chunk instead of dozens of small ones that every importer would have to list.
            { name: 'parts', test: parts, minShareCount: 10 },
            // The texts that every page needs, one chunk per language. Others load with their plugin.
            { name: (id) => `texts-${globalTexts.exec(id)?.[1]}`, test: globalTexts, debugName: 'texts' },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: false } } },
})

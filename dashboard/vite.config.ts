import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { widgetRuntime } from './build/widget-runtime.ts'

/** Labels of plugins, and the texts of shell and SDK. */
const labels = (language: string) =>
  new RegExp(`[\\\\/](?:src[\\\\/]locales[\\\\/]|labels\\.)${language}\\.(?:json|ts)$`)

/** Parts that pages are made of, but for what is large and loaded where it is shown: charts, and the SDK of widgets. */
const parts = /[\\/](?:sdk[\\/]dashboard[\\/]src[\\/](?!widgets[\\/]|ui[\\/](?:lazy-)?chart)|lucide-react[\\/])/

const server = process.env.SVC_DEV_SERVER ?? 'http://127.0.0.1:9527'

export default defineConfig({
  plugins: [react(), tailwindcss(), widgetRuntime(), precompress()],
  resolve: {
    conditions: ['svc-source', 'module', 'browser', 'development|production'],
    // The same React, which can also tell what widgets cost when an admin asks. It costs 8 KB and nothing otherwise.
    alias: [{ find: /^react-dom\/client$/, replacement: 'react-dom/profiling' }],
  },
  build: {
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What changes only with the libraries stays in the browser's cache when we release.
            {
              name: 'vendor',
              priority: 1,
              test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/][^\\/]+|i18next|react-i18next)[\\/]/,
            },
            // One file instead of dozens of small ones, each of which every importer would have to list by its address.
            { name: 'parts', test: parts, minShareCount: 10 },
            // What every page needs, in one file per language; a plugin's other texts come with its first part.
            { name: 'labels-en', test: labels('en') },
            { name: 'labels-zh', test: labels('zh') },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: false } } },
})

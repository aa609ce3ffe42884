import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.js'
import { widgetRuntime } from './build/widget-runtime.js'

/** Labels of plugins, and the texts of shell and SDK. */
const labels = (language: string) =>
  new RegExp(`[\\\\/](?:src[\\\\/]locales[\\\\/]|labels\\.)${language}\\.(?:json|ts)$`)

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
              test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/][^\\/]+|i18next|react-i18next)[\\/]/,
            },
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

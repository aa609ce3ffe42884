import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.js'
import { widgetRuntime } from './build/widget-runtime.js'

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
            // One file per language, whatever the number of plugins.
            { name: 'texts-en', test: /[\\/]locales[\\/]en\.(?:json|ts)$/ },
            { name: 'texts-zh', test: /[\\/]locales[\\/]zh\.(?:json|ts)$/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: false } } },
})

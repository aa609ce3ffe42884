import type { WidgetManifest } from '@svc/widget-sdk/manifest'
import type { Plugin } from 'vite'
import { manifestComment } from './manifest-comment.ts'

/** Prepends the manifest comment to the bundle, because bundlers drop or move comments. */
export const manifestOnTop = (manifest: WidgetManifest): Plugin => ({
  name: 'svc-widget:manifest',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk' && output.isEntry) output.code = manifestComment(manifest) + output.code
      }
    },
  },
})

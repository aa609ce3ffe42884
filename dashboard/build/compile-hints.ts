import type { Plugin } from 'vite'

/**
 * Chromium compiles all functions of these chunks while they arrive, beside what the page does meanwhile, instead of each
 * one when it is called first: nearly all of them are called before the first page shows. The comment must come first.
 */
export function compileHints(chunks: readonly string[]): Plugin {
  return {
    name: 'compile-hints',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !chunks.includes(file.name)) continue
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

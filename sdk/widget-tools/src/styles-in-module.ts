import { posix } from 'node:path'
import type { Plugin } from 'vite'

/** Files that a style sheet names, other than by a whole address. */
const named = /url\(\s*(["']?)(?!data:|[a-z][a-z0-9+.-]*:|[/#])([^"')]+)\1\s*\)/gi

/** The text of a style sheet as an expression: what it names lies beside the module, wherever that is. */
function expressionOf(css: string, folder: string): string {
  const parts: string[] = []
  let end = 0
  for (const found of css.matchAll(named)) {
    const file = posix.join(folder, found[2] ?? '')
    parts.push(JSON.stringify(`${css.slice(end, found.index)}url("`))
    parts.push(`new URL(${JSON.stringify(file)}, import.meta.url).href`)
    parts.push("'\")'")
    end = found.index + found[0].length
  }
  return [...parts, JSON.stringify(css.slice(end))].join(' + ')
}

/**
 * What puts the styles of a module into the page. Made in code, so that no policy of the page stands against it; a newer
 * version of the module takes the place of the older one's.
 */
const adoption = (id: string, css: string) => `{
  const key = Symbol.for(${JSON.stringify(`svc.widget-styles:${id}`)})
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${css})
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== globalThis[key]), sheet]
  globalThis[key] = sheet
}
`

/** A module is one file: the styles it imports go into it. */
export const stylesInModule = (id: string): Plugin => ({
  name: 'svc-widget:styles',
  enforce: 'post',
  generateBundle(_, bundle) {
    const sheets: string[] = []
    for (const [file, output] of Object.entries(bundle)) {
      if (output.type !== 'asset' || !file.endsWith('.css')) continue
      const css = typeof output.source === 'string' ? output.source : new TextDecoder().decode(output.source)
      sheets.push(expressionOf(css, posix.dirname(file)))
      delete bundle[file]
    }
    if (sheets.length === 0) return
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk' && output.isEntry) output.code += adoption(id, sheets.join(' + '))
    }
  },
})

import { posix } from 'node:path'
import type { Plugin } from 'vite'

/** Relative URLs in a style sheet. */
const relativeUrl = /url\(\s*(["']?)(?!data:|[a-z][a-z0-9+.-]*:|[/#])([^"')]+)\1\s*\)/gi

/** A JavaScript expression for the style sheet, with URLs relative to the module. */
function toExpression(css: string, folder: string): string {
  const parts: string[] = []
  let end = 0
  for (const found of css.matchAll(relativeUrl)) {
    const file = posix.join(folder, found[2] ?? '')
    parts.push(JSON.stringify(`${css.slice(end, found.index)}url("`))
    parts.push(`new URL(${JSON.stringify(file)}, import.meta.url).href`)
    parts.push("'\")'")
    end = found.index + found[0].length
  }
  return [...parts, JSON.stringify(css.slice(end))].join(' + ')
}

/**
 * Code that adopts the style sheet, which the page's Content-Security-Policy permits, unlike a `<style>` element. A newer
 * version of the module replaces the style sheet.
 */
const adoptStyleSheet = (id: string, css: string) => `{
  const key = Symbol.for(${JSON.stringify(`svc.widget-styles:${id}`)})
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${css})
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== globalThis[key]), sheet]
  globalThis[key] = sheet
}
`

/** Inlines imported styles into the module. */
export const stylesInModule = (id: string): Plugin => ({
  name: 'svc-widget:styles',
  enforce: 'post',
  generateBundle(_, bundle) {
    const sheets: string[] = []
    for (const [file, output] of Object.entries(bundle)) {
      if (output.type !== 'asset' || !file.endsWith('.css')) continue
      const css = typeof output.source === 'string' ? output.source : new TextDecoder().decode(output.source)
      sheets.push(toExpression(css, posix.dirname(file)))
      delete bundle[file]
    }
    if (sheets.length === 0) return
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk' && output.isEntry) output.code += adoptStyleSheet(id, sheets.join(' + '))
    }
  },
})

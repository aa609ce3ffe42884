import type { Plugin } from 'vite'

/**
 * What puts the styles of a module into the page. Made in code, so that no policy of the page stands against it; a newer
 * version of the module takes the place of the older one's.
 */
const adoption = (id: string, css: string) => `{
  const key = Symbol.for(${JSON.stringify(`svc.widget-styles:${id}`)})
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(css)})
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== globalThis[key]), sheet]
  globalThis[key] = sheet
}
`

/** A module is one file: the styles it imports go into it. */
export const stylesInModule = (id: string): Plugin => ({
  name: 'svc-widget:styles',
  enforce: 'post',
  generateBundle(_, bundle) {
    let css = ''
    for (const [file, output] of Object.entries(bundle)) {
      if (output.type !== 'asset' || !file.endsWith('.css')) continue
      css += typeof output.source === 'string' ? output.source : new TextDecoder().decode(output.source)
      delete bundle[file]
    }
    if (css === '') return
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk' && output.isEntry) output.code += adoption(id, css)
    }
  },
})

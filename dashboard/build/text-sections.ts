import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const request = /^(.*[\\/]locales[\\/][\w-]+\.json)\?section=(\w+)$/

/** Sections that are modules of their own; `others` are all the rest. */
const own = ['global', 'language']

/** Imports parts of a file of texts, for example `zh.json?section=global`, so that the first page loads little. */
export function textSections(): Plugin {
  return {
    name: 'text-sections',
    load(id) {
      const [, file, section = ''] = request.exec(id) ?? []
      if (file === undefined) return undefined
      this.addWatchFile(file)
      const texts = JSON.parse(readFileSync(file, 'utf8'))
      const others = Object.fromEntries(Object.entries(texts).filter(([name]) => !own.includes(name)))
      const code = `export default ${JSON.stringify(section === 'others' ? others : (texts[section] ?? {}))}`
      return { code, moduleType: 'js' }
    },
  }
}

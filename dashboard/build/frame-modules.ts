import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Slots that every page shows, and those of the start page. */
const slots = ['navCounts', 'headerItems', 'watchers', 'homeFigures', 'homeProblems', 'homeSections']
const fill = new RegExp(`\\bfill\\((?:${slots.join('|')}), \\{[^}]*?import\\('(\\./[^']+)'\\)`, 'g')

/**
 * The files that plugins show on every page and on the start page. They are one chunk, because dozens of small ones would
 * each be a request, of which a browser that is far away makes only a few at a time.
 */
export function frameModules(root: string): ReadonlySet<string> {
  const files = globSync('plugins/*/dashboard/index.tsx', { cwd: root }).flatMap((index) => {
    const code = readFileSync(join(root, index), 'utf8').replaceAll(/\bdata: \[[^\]]*\]/g, '')
    return [...code.matchAll(fill)].map(([, path = '']) => join(root, dirname(index), path))
  })
  return new Set([...files, join(root, 'dashboard/src/shell/home-page.tsx')])
}

import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { FirstFiles, PageFiles } from './first-files.ts'

/** A chunk of the build, as far as this plugin reads it. */
interface Chunk {
  readonly type: string
  readonly fileName: string
  readonly isEntry: boolean
  readonly moduleIds: readonly string[]
  readonly imports: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}

/** Languages that are only shown to those who choose them. */
function previewLanguages(): readonly string[] {
  const folder = fileURLToPath(new URL('../locales/', import.meta.url))
  return globSync('*.json', { cwd: folder })
    .filter((file) => JSON.parse(readFileSync(folder + file, 'utf8')).language?.preview)
    .map((file) => basename(file, '.json'))
}

/** The icon inside the page: as a file at the top it is asked for again at every visit. */
function iconAddress(): string {
  const svg = readFileSync(new URL('../public/favicon.svg', import.meta.url), 'utf8').trim()
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const texts = /[\\/](?:plugins[\\/]([\w-]+)[\\/])?locales[\\/]([\w-]+)\.json\?section=(global|others)$/

/** Literal paths before those with parameters, as the router prefers them. */
const inOrder = (pages: readonly PageFiles[]) =>
  pages.toSorted((a, b) => Number(a.path.includes('$')) - Number(b.path.includes('$')))

/** The path of a page as a regular expression, without the slash at its end. */
const patternOf = (path: string, parameter: string) => path.replace(/\/$/, '').replace(/\$(\w+)/g, parameter)

/** A list without repetitions, of which others name the places. */
function makeList() {
  const places = new Map<string, number>()
  const placeOf = (item: string) => {
    const place = places.get(item) ?? places.size
    places.set(item, place)
    return place
  }
  return { items: () => [...places.keys()], placeOf }
}

/**
 * What `head.js` asks for, as places in `files`: the texts of each language by plugin, those for all pages under no
 * name, and for each page its code, except what all pages ask for anyway, and its plugins.
 */
function hintsOf(chunks: readonly Chunk[], pages: readonly PageFiles[]) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])))
  const withImports = (chunk: Chunk, found: Set<Chunk>): Set<Chunk> => {
    if (found.has(chunk)) return found
    found.add(chunk)
    for (const name of chunk.imports) {
      const next = byName.get(name)
      if (next) withImports(next, found)
    }
    return found
  }
  const always = new Set<Chunk>()
  for (const chunk of chunks) if (chunk.isEntry) withImports(chunk, always)
  const files = makeList()
  const inUse = new Set(['', ...pages.flatMap((page) => page.texts)])
  const languages: Record<string, Record<string, number>> = {}
  for (const { fileName, moduleIds } of chunks) {
    for (const id of moduleIds) {
      const [, plugin = '', language, section] = texts.exec(id) ?? []
      const owner = section === 'global' ? '' : plugin
      if (!language || !inUse.has(owner)) continue
      const ofLanguage = languages[language] ?? {}
      ofLanguage[owner] = files.placeOf(fileName)
      languages[language] = ofLanguage
    }
  }
  const routes = inOrder(pages).map((page) => {
    const needed = new Set<Chunk>()
    for (const id of page.code) {
      const chunk = byModule.get(id)
      if (!chunk) throw new Error(`${id} of ${page.path} is in no chunk`)
      withImports(chunk, needed)
    }
    const own = [...needed].filter((chunk) => !always.has(chunk))
    const names = new Set(own.flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]))
    const pattern = patternOf(page.path, '[^/]+')
    return [pattern, page.isPublic ? 1 : 0, [...names].map(files.placeOf), page.texts, page.isFramed ? 1 : 0]
  })
  return { languages, routes, files: files.items() }
}

/**
 * The head of the page: `head.js`, inline because each file is a request, and hints for what the first page always needs, so
 * that it is requested with the scripts instead of by them. The server allows inline scripts by their hashes. Beside the page
 * a list of the requests with which pages open, which the server answers in advance.
 */
export function head(first: Pick<FirstFiles, 'pages' | 'session'> | undefined): Plugin {
  const { pages = [], session } = first ?? {}
  const script = new URL('head.js', import.meta.url)
  return {
    name: 'head',
    generateBundle() {
      const plans = inOrder(pages).map(({ path, requests }) => ({
        pattern: `^${patternOf(path, '(?<$1>[^/]+)')}/?$`,
        requests,
      }))
      this.emitFile({ type: 'asset', fileName: 'answers.json', source: JSON.stringify({ session, pages: plans }) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = (Object.values(bundle) as readonly Chunk[]).filter(({ type }) => type === 'chunk')
        return {
          // It need not wait for the answers, which are at the end of the page.
          html: html.replace('<script type="module"', '<script type="module" async'),
          tags: [
            {
              tag: 'script',
              children: readFileSync(script, 'utf8')
                .replaceAll(/^ *\/\/.*\n/gm, '')
                .replace('__HINTS__', JSON.stringify(hintsOf(chunks, pages)))
                .replace('__PREVIEWS__', JSON.stringify(previewLanguages()))
                .replace('__SESSION__', JSON.stringify(session ?? null)),
              injectTo: 'head-prepend' as const,
            },
            {
              tag: 'link',
              attrs: { rel: 'icon', type: 'image/svg+xml', href: iconAddress() },
              injectTo: 'head' as const,
            },
          ],
        }
      },
    },
  }
}

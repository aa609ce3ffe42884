import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A chunk of the build, as far as this plugin reads it. */
interface Chunk {
  readonly type: string
  readonly name?: string
  readonly fileName: string
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

/**
 * The head of the page: `head.js`, inline because each file is a request, and hints for what the first page always needs, so
 * that it is requested with the scripts instead of by them. The server allows inline scripts by their hashes.
 */
export function head(): Plugin {
  const script = new URL('head.js', import.meta.url)
  return {
    name: 'head',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle) as readonly Chunk[]
        const files = (pattern: RegExp) =>
          chunks.flatMap(({ type, name, fileName }) => {
            const [, key] = (type === 'chunk' && pattern.exec(name ?? '')) || []
            return key === undefined ? [] : [[key, `/${fileName}`]]
          })
        const texts = JSON.stringify(Object.fromEntries(files(/^texts-(.+)$/)))
        const frame = files(/^(frame)$/)[0]?.[1]
        return [
          {
            tag: 'script',
            children: readFileSync(script, 'utf8')
              .replaceAll(/^ *\/\/.*\n/gm, '')
              .replace('__TEXTS__', texts)
              .replace('__PREVIEWS__', JSON.stringify(previewLanguages())),
            injectTo: 'head-prepend',
          },
          {
            tag: 'link',
            attrs: { rel: 'icon', type: 'image/svg+xml', href: iconAddress() },
            injectTo: 'head' as const,
          },
          ...(frame && !html.includes(frame)
            ? [
                {
                  tag: 'link',
                  attrs: { rel: 'modulepreload', crossorigin: true, href: frame },
                  injectTo: 'head' as const,
                },
              ]
            : []),
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href: '/api/session' },
            injectTo: 'head-prepend',
          },
        ]
      },
    },
  }
}

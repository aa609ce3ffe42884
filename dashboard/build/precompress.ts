import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const texts = /\.(js|css|html|svg|json|webmanifest)$/
// Below this the answer fits one packet anyway.
const smallest = 1024

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    writeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !texts.test(entry.name)) continue
        const file = join(entry.parentPath, entry.name)
        const content = readFileSync(file)
        if (content.length < smallest) continue
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

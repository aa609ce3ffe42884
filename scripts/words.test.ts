import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'

/** Words that have a plainer one, in code, comments, texts and documents. */
const phrases = /\b(?:anew|afresh|patience|lingering|for ever|what went wrong)\b/i

/** Names that say nothing of what a variable, function or type holds. */
const names =
  /\b(?:const|let|var|function|class|interface|type) +\[?\{? *(?:told|tells|said|says|heard|hears|gone|kept|worth|crowd|crew)\b(?! *from)/

const files = globSync('**/*.{ts,tsx,js,cjs,mjs,md,json,tmpl}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', 'data', 'package-lock.json', 'scripts/words.test.ts'],
})

const linesWith = (pattern: RegExp, among = files) =>
  among.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  )

describe('plain words', () => {
  it('are used in text: again, forever, timeout, what failed', () => {
    expect(linesWith(phrases)).toEqual([])
  })

  it('are used as names: received, deleted, remaining, requests', () => {
    expect(
      linesWith(
        names,
        files.filter((file) => /\.(?:ts|tsx|js|cjs|mjs)$/.test(file)),
      ),
    ).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { declarationsOf, exportsOf, placeOf } from './api/declarations.mjs'
import { recorded, surfaceOf } from './api/surface.mjs'
import { root } from './setup/child.mjs'

/** What a library declares it documents itself. */
const isOurs = ({ declarations = [] }: { declarations?: { getSourceFile(): { fileName: string } }[] }) =>
  declarations.some((node) => !node.getSourceFile().fileName.includes('/node_modules/'))

/** Two compiler runs per package. */
const timeout = 240_000

describe('the public surface of the SDK', () => {
  it.each(recorded)('of %s is as recorded; after a deliberate change run `npm run api`', { timeout }, (name) => {
    expect(surfaceOf(name)).toBe(readFileSync(join(root, placeOf(name).record), 'utf8'))
  })

  it.each(recorded)('of %s is documented symbol by symbol', { timeout }, (name) => {
    const declarations = declarationsOf(name)
    const silent = exportsOf(declarations)
      .filter(([, symbol]) => isOurs(symbol))
      .filter(([, symbol]) => symbol.getDocumentationComment(declarations.checker).length === 0)
      .map(([exported]) => exported)
    expect(silent).toEqual([])
  })
})

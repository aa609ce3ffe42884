import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { declarationsOf, exportsOf, locationOf } from './api/declarations.mjs'
import { recorded, surfaceOf } from './api/surface.mjs'
import { root } from './setup/child.mjs'

/** Declarations of libraries are not ours to document. */
const isOurs = ({ declarations = [] }: { declarations?: { getSourceFile(): { fileName: string } }[] }) =>
  declarations.some((node) => !node.getSourceFile().fileName.includes('/node_modules/'))

/** Two compiler runs per package. */
const timeout = 240_000

describe('the public API of the SDK', () => {
  it.each(recorded)('of %s matches the record; after a deliberate change run `npm run api`', { timeout }, (name) => {
    expect(surfaceOf(name)).toBe(readFileSync(join(root, locationOf(name).record), 'utf8'))
  })

  it.each(recorded)('of %s is fully documented', { timeout }, (name) => {
    const declarations = declarationsOf(name)
    const undocumented = exportsOf(declarations)
      .filter(([, symbol]) => isOurs(symbol))
      .filter(([, symbol]) => symbol.getDocumentationComment(declarations.checker).length === 0)
      .map(([exported]) => exported)
    expect(undocumented).toEqual([])
  })
})

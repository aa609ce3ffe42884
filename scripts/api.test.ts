import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { declarationsOf, exportsOf } from './api/declarations.mjs'
import { recorded, surfaceOf } from './api/surface.mjs'
import { root } from './setup/child.mjs'

/** Two compiler runs per package. */
const timeout = 240_000

describe('the public surface of the SDK', () => {
  it.each(recorded)('of sdk/%s is as recorded; after a deliberate change run `npm run api`', { timeout }, (name) => {
    expect(surfaceOf(name)).toBe(readFileSync(join(root, 'sdk', name, 'index.api.txt'), 'utf8'))
  })

  it.each(['agent', 'dashboard', 'plugin', 'protocol'])(
    'of sdk/%s is documented symbol by symbol',
    { timeout },
    (name) => {
      const declarations = declarationsOf(name)
      const silent = exportsOf(declarations)
        .filter(([, symbol]) => symbol.getDocumentationComment(declarations.checker).length === 0)
        .map(([exported]) => exported)
      expect(silent).toEqual([])
    },
  )
})

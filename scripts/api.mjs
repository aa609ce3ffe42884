import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locationOf } from './api/declarations.mjs'
import { recorded, surfaceOf } from './api/surface.mjs'
import { root } from './setup/child.mjs'

/** Records the public API of the SDK packages. A test compares it, so that no change goes unnoticed. */
for (const name of recorded) {
  const { record } = locationOf(name)
  writeFileSync(join(root, record), surfaceOf(name))
  console.log(record)
}

import './setup/runtime.mjs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf } from './api/declarations.mjs'
import { recorded, surfaceOf } from './api/surface.mjs'
import { root } from './setup/child.mjs'

/** Records the public surface of the SDK packages; a test compares it, so that no change of it goes unseen. */
for (const name of recorded) {
  const { record } = placeOf(name)
  writeFileSync(join(root, record), surfaceOf(name))
  console.log(record)
}

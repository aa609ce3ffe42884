import './setup/node-version.mjs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recorded, surfaceOf } from './api/surface.mjs'
import { root } from './setup/child.mjs'

/** Records the public surface of the SDK packages; a test compares it, so that no change of it goes unseen. */
for (const name of recorded) {
  writeFileSync(join(root, 'sdk', name, 'index.api.txt'), surfaceOf(name))
  console.log(`sdk/${name}/index.api.txt`)
}

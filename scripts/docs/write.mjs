import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/child.mjs'
import { configurationPage } from './configuration.mjs'

writeFileSync(join(root, 'docs/configuration.md'), await configurationPage())

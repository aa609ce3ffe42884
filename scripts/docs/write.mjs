import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/child.mjs'
import { configurationPage } from './configuration.mjs'
import { contractsPage } from './contracts.mjs'

writeFileSync(join(root, 'docs/configuration.md'), await configurationPage())
writeFileSync(join(root, 'docs/contracts.md'), contractsPage())

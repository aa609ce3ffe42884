import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/child.mjs'
import { configurationPage } from './configuration.mjs'
import { contractsPage } from './contracts.mjs'

const [folder = join(root, 'docs')] = process.argv.slice(2)
writeFileSync(join(folder, 'configuration.md'), await configurationPage())
writeFileSync(join(folder, 'contracts.md'), contractsPage())

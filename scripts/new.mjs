import { createFeature } from './new/create-feature.mjs'
import { namesOf, validate } from './new/names.mjs'
import { node, root } from './setup/child.mjs'

const [id = ''] = process.argv.slice(2)
const error = validate(root, id)
if (error) {
  console.error(`${error}\n\nusage: npm run new -- <id>`)
  process.exit(1)
}

const files = createFeature(root, namesOf(id))
// Lines are as long as the id, so the formatter has the last word.
await node([
  'node_modules/@biomejs/biome/bin/biome',
  'check',
  '--write',
  '--log-level=error',
  `plugins/${id}`,
  `agent-plugins/${id}`,
])
const next = [
  'npm install                        link both packages into the workspace',
  `npm test -- plugins/${id} agent-plugins/${id}`,
  'npm run docs                       add its settings to docs/configuration.md',
  `delete agent-plugins/${id} and src/wire.ts if nothing has to be done on hosts`,
]
console.log(
  `Created:\n${files.map((file) => `  ${file}`).join('\n')}\n\nNext:\n${next.map((step) => `  ${step}`).join('\n')}`,
)

import { createPackage } from './new/create-package.mjs'
import { namesOf, validate } from './new/names.mjs'
import { root } from './setup/child.mjs'

const [kind = '', id = ''] = process.argv.slice(2)
const error = validate(root, kind, id)
if (error) {
  console.error(`${error}\n\nusage: npm run new -- plugin <id>\n       npm run new -- agent-plugin <id>`)
  process.exit(1)
}

const { folder, files, next } = createPackage(root, kind, namesOf(id))
console.log(
  `Created ${folder}:\n${files.map((file) => `  ${file}`).join('\n')}\n\nNext:\n${next.map((step) => `  ${step}`).join('\n')}`,
)

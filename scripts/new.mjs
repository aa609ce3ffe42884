import './setup/runtime.mjs'
import { faultOf, namesOf } from './new/names.mjs'
import { plant } from './new/plant.mjs'
import { root } from './setup/child.mjs'

const [kind = '', id = ''] = process.argv.slice(2)
const fault = faultOf(root, kind, id)
if (fault) {
  console.error(`${fault}\n\nusage: npm run new -- plugin <id>\n       npm run new -- agent-plugin <id>`)
  process.exit(1)
}

const { folder, files, next } = plant(root, kind, namesOf(id))
console.log(
  `${folder} is there:\n${files.map((file) => `  ${file}`).join('\n')}\n\nNext:\n${next.map((step) => `  ${step}`).join('\n')}`,
)

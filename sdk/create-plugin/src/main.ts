import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { namesFromFolder } from './names.ts'
import { projectFiles } from './project-files.ts'
import { writeProject } from './write-project.ts'

const usage = `npm create @svc/plugin <folder> -- [options]

  <folder>         svc-plugin-<id>; the id cannot be changed later
  --title <title>  name in the dashboard; default: made of the id
  --help, --version
`

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

function run(): string {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      title: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', short: 'v', default: false },
    },
  })
  if (values.help) return usage
  if (values.version) return version
  const [folder, more] = positionals
  if (folder === undefined) throw new Error(`missing folder\n\n${usage}`)
  if (more !== undefined) throw new Error(`expected one folder: unexpected "${more}"`)
  const files = projectFiles(namesFromFolder(folder, values.title), version)
  writeProject(folder, files)
  const steps = [...(folder === '.' ? [] : [`cd ${folder}`]), 'npm install', 'npm run build']
  const list = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join('\n')
  return `Created ${folder}:\n${list([...files.keys()])}\n\nNext steps, more in its README.md:\n${list(steps)}`
}

try {
  console.log(run())
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

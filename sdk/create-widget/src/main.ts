import { readFileSync } from 'node:fs'
import { readOptions, resolveNames, usage } from './options.ts'
import { projectFiles } from './project-files.ts'
import { writeProject } from './write-project.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

async function run() {
  const options = readOptions(process.argv.slice(2))
  if (options.help) return console.log(usage)
  if (options.version) return console.log(version)
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true
  const names = await resolveNames(options, isTerminal ? { input: process.stdin, output: process.stdout } : undefined)
  const files = projectFiles(options.collection ? 'collection' : 'widget', names, version)
  writeProject(names.folder, files)
  console.log(`Created ${names.folder}:\n${[...files.keys()].map((file) => `  ${file}`).join('\n')}`)
  const steps = [...(names.folder === '.' ? [] : [`cd ${names.folder}`]), 'npm install', 'npm run dev']
  console.log(`\nNext steps:\n${steps.map((step) => `  ${step}`).join('\n')}`)
  if (names.id.startsWith('org.example.')) {
    console.log(
      `\nReplace the id ${names.id} with your own before anyone installs the widget: it cannot be changed later.`,
    )
  }
}

try {
  await run()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

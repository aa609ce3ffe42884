import { readFileSync } from 'node:fs'
import { buildProject } from './build.ts'
import { type Command, readCommand, usage } from './command-line.ts'
import { packProject } from './pack.ts'
import { readProject } from './project.ts'
import { ToolError } from './tool-error.ts'

const formatBytes = (count: number) => (count < 1024 ? `${count} B` : `${(count / 1024).toFixed(1)} KiB`)
const warn = (warnings: readonly string[]) => {
  for (const warning of warnings) console.warn(`warning: ${warning}`)
}

const version = () =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version

async function build() {
  const { files, warnings } = await buildProject(readProject(process.cwd()))
  for (const { name, bytes } of files) console.log(`dist/${name}  ${formatBytes(bytes.length)}`)
  warn(warnings)
}

async function pack() {
  const { file, widgetPackage, warnings } = await packProject(readProject(process.cwd()))
  for (const { manifest } of widgetPackage.widgets) console.log(`${manifest.name} ${manifest.version}  ${manifest.id}`)
  console.log(`${file}  ${formatBytes(widgetPackage.bytes.length)}  SHA-256 ${widgetPackage.sha256}`)
  warn(warnings)
}

async function dev(command: Command) {
  // Loaded on demand, because Vite's server is slow to load.
  const { serveProject } = await import('./dev/serve.ts')
  const urls = await serveProject(readProject(process.cwd()), command)
  console.log(`${urls.join('\n')}\nUsing data from ${command.url.origin}. Press Ctrl-C to stop.`)
}

async function run() {
  const command = readCommand(process.argv.slice(2), process.env)
  if (command.name === 'help') console.log(usage)
  else if (command.name === 'version') console.log(version())
  else if (command.name === 'build') await build()
  else if (command.name === 'pack') await pack()
  else await dev(command)
}

try {
  await run()
} catch (error) {
  // Users can fix a `ToolError` without a stack trace.
  console.error(error instanceof ToolError ? error.message : error)
  process.exitCode = 1
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { limits } from '@svc/widget-package'
import { providedImports, readManifest } from '@svc/widget-sdk/manifest'
import react from '@vitejs/plugin-react'
import { build, createLogger, type Logger, type Rolldown } from 'vite'
import { manifestOnTop } from './manifest-on-top.ts'
import type { Project, WidgetSource } from './project.ts'
import { stylesInModule } from './styles-in-module.ts'
import { ToolError } from './tool-error.ts'

/** An output file. */
export interface BuiltFile {
  /** relative to `dist`, with slashes */
  readonly name: string
  readonly bytes: Buffer
}

/** The result of a build. */
export interface BuildResult {
  readonly files: readonly BuiltFile[]
  /** possible problems that do not fail the build */
  readonly warnings: readonly string[]
}

/** Output folder, relative to the project. */
export const outputFolder = 'dist'

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset

/** A logger that collects warnings. Errors are thrown by the bundler. */
const collectWarnings = (warnings: string[]): Logger => ({
  ...createLogger('silent'),
  warn: (message) => void warnings.push(message),
  warnOnce: (message) => void warnings.push(message),
})

async function bundle(
  { root, isCollection }: Project,
  widget: WidgetSource,
  warnings: string[],
): Promise<readonly Output[]> {
  const result = await build({
    root,
    configFile: false,
    mode: 'production',
    logLevel: 'silent',
    customLogger: collectWarnings(warnings),
    base: './',
    publicDir: false,
    resolve: { dedupe: ['react', 'react-dom'] },
    plugins: [react(), stylesInModule(widget.manifest.id), manifestOnTop(widget.manifest)],
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      cssCodeSplit: false,
      // Single-file widgets inline their images; the widgets of a collection share them.
      assetsInlineLimit: isCollection ? 0 : Number.MAX_SAFE_INTEGER,
      rolldownOptions: {
        input: { [widget.name]: join(root, widget.file) },
        external: [...providedImports],
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          codeSplitting: false,
          entryFileNames: '[name].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  })
  const [output] = [result].flat() as Rolldown.RolldownOutput[]
  return output?.output ?? []
}

/** Validates that the built module starts with its manifest, has a default export and imports only what the dashboard provides. */
function validateChunk(widget: WidgetSource, chunk: Rolldown.OutputChunk): void {
  // Only the comment, because `readManifest` rejects modules over the size limit, which are only a warning here.
  const top = chunk.code.slice(0, chunk.code.indexOf('*/') + 2)
  if (!isDeepStrictEqual(readManifest(top), widget.manifest)) {
    throw new ToolError(`${chunk.fileName}: the manifest in the built file differs from the one in ${widget.file}`)
  }
  const available: readonly string[] = [...providedImports, chunk.fileName]
  const missing = [...chunk.imports, ...chunk.dynamicImports].filter((name) => !available.includes(name))
  if (missing.length > 0) {
    throw new ToolError(`${widget.file} imports ${missing.join(', ')}, which the dashboard does not provide`)
  }
  if (!chunk.exports.includes('default')) throw new ToolError(`${widget.file} has no default export`)
}

async function buildOne(project: Project, widget: WidgetSource, warnings: string[]): Promise<BuiltFile[]> {
  let output: readonly Output[]
  try {
    output = await bundle(project, widget, warnings)
  } catch (error) {
    throw new ToolError(`${widget.file} failed to build: ${(error as Error).message}`)
  }
  return output.map((file) => {
    if (file.type === 'asset') return { name: file.fileName, bytes: Buffer.from(file.source as string) }
    validateChunk(widget, file)
    return { name: file.fileName, bytes: Buffer.from(file.code) }
  })
}

function write(folder: string, files: readonly BuiltFile[]): void {
  rmSync(folder, { recursive: true, force: true })
  for (const { name, bytes } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}

/** Builds each widget of a project into one module in `dist`. */
export async function buildProject(project: Project): Promise<BuildResult> {
  // Regardless of the environment: a development build imports modules that dashboards do not provide.
  process.env.NODE_ENV = 'production'
  const files = new Map<string, BuiltFile>()
  const warnings: string[] = []
  for (const widget of project.widgets) {
    // Files shared by several widgets have the same name and content.
    for (const file of await buildOne(project, widget, warnings)) files.set(file.name, file)
  }
  if (project.isCollection) {
    const index = { widgets: project.widgets.map(({ name }) => ({ entry: `${name}.js` })) }
    files.set('collection.json', { name: 'collection.json', bytes: Buffer.from(`${JSON.stringify(index, null, 2)}\n`) })
  }
  write(join(project.root, outputFolder), [...files.values()])
  for (const { name, bytes } of files.values()) {
    if (!name.endsWith('.js') || bytes.length <= limits.upload) continue
    warnings.push(`${name} is ${bytes.length} bytes; servers accept at most ${limits.upload}`)
  }
  return { files: [...files.values()], warnings }
}

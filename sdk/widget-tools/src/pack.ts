import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PackageError, readPackage, type WidgetPackage } from '@svc/widget-package'
import { ZipFile } from 'yazl'
import { type BuiltFile, buildProject, outputFolder } from './build.ts'
import type { Project } from './project.ts'
import { ToolError } from './tool-error.ts'

/** The file that an admin can install. */
export interface PackResult {
  /** relative to the project */
  readonly file: string
  readonly widgetPackage: WidgetPackage
  readonly warnings: readonly string[]
}

/** Constant metadata makes archives reproducible. */
const entryOptions = { mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true }

async function createArchive(files: readonly BuiltFile[]): Promise<Buffer> {
  const zip = new ZipFile()
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const { name, bytes } of sorted) zip.addBuffer(bytes, name, entryOptions)
  zip.end()
  return buffer(zip.outputStream)
}

/** Builds a project and creates the file to install, validated as the server would. */
export async function packProject(project: Project): Promise<PackResult> {
  const { files, warnings } = await buildProject(project)
  const [module, ...assets] = files
  if (!project.isCollection && assets.length > 0) {
    const names = assets.map(({ name }) => name).join(', ')
    throw new ToolError(
      `a widget is a single file and cannot include ${names}; use a collection (widgets/<name>/) instead`,
    )
  }
  const bytes = project.isCollection ? await createArchive(files) : (module?.bytes ?? Buffer.alloc(0))
  const file = `${outputFolder}/${project.name}.${project.isCollection ? 'zip' : 'js'}`
  try {
    const widgetPackage = await readPackage(bytes)
    if (project.isCollection) writeFileSync(join(project.root, file), bytes)
    return { file, widgetPackage, warnings }
  } catch (error) {
    if (error instanceof PackageError) throw new ToolError(`a server would reject this: ${error.message}`)
    throw error
  }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PackageError, readPackage, type WidgetPackage } from '@svc/widget-package'
import { ZipFile } from 'yazl'
import { type BuiltFile, buildProject, outputFolder } from './build.ts'
import type { Project } from './project.ts'
import { ToolError } from './tool-error.ts'

/** One file that an admin can install. */
export interface Packed {
  /** relative to the project */
  readonly file: string
  readonly widgetPackage: WidgetPackage
  readonly warnings: readonly string[]
}

/** The same files make the same bytes, so that a checksum says something. */
const sameForAll = { mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true }

async function archiveOf(files: readonly BuiltFile[]): Promise<Buffer> {
  const zip = new ZipFile()
  const inOrder = files.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  for (const { name, bytes } of inOrder) zip.addBuffer(bytes, name, sameForAll)
  zip.end()
  return buffer(zip.outputStream)
}

/** Builds a project and makes one file of it, which passes every check that a server makes. */
export async function packProject(project: Project): Promise<Packed> {
  const { files, warnings } = await buildProject(project)
  const [only, ...lost] = files
  if (!project.isCollection && lost.length > 0) {
    const names = lost.map(({ name }) => name).join(', ')
    throw new ToolError(
      `a widget is a single file and cannot include ${names}; use a collection (widgets/<name>/) instead`,
    )
  }
  const bytes = project.isCollection ? await archiveOf(files) : (only?.bytes ?? Buffer.alloc(0))
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

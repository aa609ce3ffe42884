import { joinPath, parentOf } from '../host-path.ts'
import type { UploadFile } from './upload-queue.ts'

/** Files and folders that a user has chosen, with their paths on the host. */
export interface Picked {
  readonly files: readonly UploadFile[]
  /** folders to create, also those without files */
  readonly directories: readonly string[]
}

/** What a file input has; with a folder, names have its relative path. */
export function pickedFiles(list: Iterable<File>, directory: string): Picked {
  const files = [...list].map((file) => ({
    path: (file.webkitRelativePath || file.name).split('/').reduce(joinPath, directory),
    file,
  }))
  const directories = new Set(files.map(({ path }) => parentOf(path)))
  directories.delete(directory)
  return { files, directories: [...directories] }
}

const readFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

async function readChildren(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    // Browsers return a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return children
    children.push(...some)
  }
}

/** What was dropped, folders with everything in them. */
export async function droppedFiles(items: DataTransferItemList, directory: string): Promise<Picked> {
  // The list is empty as soon as the event is over.
  const roots = [...items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? [])
  const files: UploadFile[] = []
  const directories: string[] = []
  const visit = async (entry: FileSystemEntry, parent: string): Promise<void> => {
    const path = joinPath(parent, entry.name)
    if (entry.isFile) {
      files.push({ path, file: await readFile(entry as FileSystemFileEntry) })
      return
    }
    directories.push(path)
    for (const child of await readChildren(entry as FileSystemDirectoryEntry)) await visit(child, path)
  }
  for (const entry of roots) {
    if (entry instanceof File) files.push({ path: joinPath(directory, entry.name), file: entry })
    else await visit(entry, directory)
  }
  return { files, directories }
}

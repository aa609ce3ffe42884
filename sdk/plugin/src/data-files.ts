import { type PointRef, point } from './refs.ts'

/** A file or folder in the data directory, which holds what the database does not. */
export interface DataFile {
  /** without a path, for example `brand` */
  readonly name: string
  readonly kind: 'file' | 'folder'
}

/**
 * What full backups contain besides the database, and what a restore may replace: contribute what cannot be made again. Keyed
 * by name.
 */
export const dataFiles: PointRef<DataFile> = point('core.dataFiles', ({ name }) => {
  if (!/^\w[\w.-]*$/.test(name))
    throw new Error(`it contributed ${JSON.stringify(name)} to core.dataFiles, which is not a name`)
  return name
})

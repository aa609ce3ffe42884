import type { FileEntry } from '../../src/wire.ts'

/** An entry of `/srv`; a name that ends with a slash is a folder. */
export const makeEntry = (name: string, more: Partial<FileEntry> = {}): FileEntry => {
  const plain = name.replace(/\/$/, '')
  return {
    name: plain,
    path: `/srv/${plain}`,
    file_type: name.endsWith('/') ? 'Directory' : 'File',
    size: 1,
    modified: 1_780_000_000,
    permissions: 'rw-r--r--',
    owner: 'root',
    group: 'root',
    ...more,
  }
}

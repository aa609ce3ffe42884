import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A new name in a folder survives a power failure only if the folder is flushed too.
 * @param {string} folder
 */
function flushFolder(folder) {
  // Windows does not open folders, and NTFS keeps its own journal of names.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Replaces a file atomically and durably. Only the owner can read it.
 * @param {string} file
 * @param {string} text
 */
export function writeDurably(file, text) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.next`
  const handle = openSync(temporary, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(temporary, file)
  flushFolder(dirname(file))
}

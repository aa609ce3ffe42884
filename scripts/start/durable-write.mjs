import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces a file as a whole: after a crash it is the old or the new one, never half of it. Only we may read it.
 * @param {string} file
 * @param {string} text
 */
export function writeDurably(file, text) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.next`
  const handle = openSync(next, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(next, file)
}

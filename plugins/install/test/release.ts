import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A program of an agent that prints a version, and otherwise its arguments. */
export const agentScript = (version: string): string =>
  `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; else echo "started with $*"; fi\n`

/** Writes a release with these files, and its checksums; `lies` have the checksums of other files. */
export function writeRelease(folder: string, files: Readonly<Record<string, string>>, lies: readonly string[] = []) {
  mkdirSync(folder, { recursive: true })
  const sums = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    const sum = createHash('sha256').update(lies.includes(name) ? `not ${text}` : text)
    return `${sum.digest('hex')}  ${name}\n`
  })
  writeFileSync(join(folder, 'checksums.txt'), sums.join(''))
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { syncFolder } from './durable-file.ts'

/** The files beside a program: the extension is replaced, so that `agent.exe` has `agent.bak`. */
export function filesOf(program: string) {
  const stem = join(dirname(program), basename(program, extname(program)))
  return { candidate: `${stem}.new`, backup: `${stem}.bak`, restoring: `${stem}.old` }
}

/** SHA-256 in hexadecimal; undefined if the file cannot be read. */
export async function sha256Of(path: string): Promise<string | undefined> {
  try {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}

/** Gives a file a second name, which needs no space; some file systems can only copy. */
async function duplicate(from: string, to: string): Promise<void> {
  await rm(to, { force: true })
  try {
    await link(from, to)
  } catch {
    await copyFile(from, to)
    await using file = await open(to, 'r+')
    await file.sync()
  }
}

/** At any time there is a complete program under the name of the program. */
async function replace(program: string, by: string): Promise<void> {
  // Windows can rename the file of a running program, but not replace it.
  if (process.platform === 'win32') await rename(program, `${program}.${process.pid}.old`)
  await rename(by, program)
  await syncFolder(dirname(program))
}

/** Keeps the program as `.bak`. */
export async function backUp(program: string): Promise<void> {
  const { backup, restoring } = filesOf(program)
  await duplicate(program, restoring)
  await rename(restoring, backup)
  // Two names of the same file both stay.
  await rm(restoring, { force: true })
  await syncFolder(dirname(program))
}

/** Puts the candidate in the place of the program. */
export const install = (program: string): Promise<void> => replace(program, filesOf(program).candidate)

/** Puts the backup in the place of the program, and keeps it. */
export async function restore(program: string): Promise<void> {
  const { backup, restoring } = filesOf(program)
  await duplicate(backup, restoring)
  await replace(program, restoring)
}

/** Deletes what an interrupted upgrade left. */
export async function cleanUp(program: string): Promise<void> {
  const { candidate, restoring } = filesOf(program)
  await rm(candidate, { force: true })
  await rm(restoring, { force: true })
}

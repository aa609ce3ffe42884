import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@svc/agent-sdk'
import { inside } from './place.ts'
import { codeOf } from './refusal.ts'
import type { Sandbox } from './sandbox.ts'

const temporaryName = /^\.svc-[0-9a-f]{32}\.part$/

/** The name of a temporary file beside the one that it replaces. It does not depend on that name, which may have 255 bytes. */
export const temporaryNameOf = (id: string): string =>
  `.svc-${createHash('sha256').update(id).digest('hex').slice(0, 32)}.part`

/** Whether it is the name of an unfinished file, which lists and archives leave out. */
export const isTemporary = (name: string): boolean => temporaryName.test(name)

export type Leftovers = ReturnType<typeof makeLeftovers>

/** Remembers temporary files on disk, so that the next start removes what a killed agent has left. */
export function makeLeftovers(stateDir: string, log: Logger) {
  const folder = join(stateDir, 'files-unfinished')
  const recordOf = (name: string) => join(folder, `${name}.json`)

  return {
    async add(directory: string, name: string): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(recordOf(name), JSON.stringify({ directory, name }), { mode: 0o600 })
    },
    remove: (name: string): Promise<void> => rm(recordOf(name), { force: true }),

    /** Removes the files that the previous process has not finished. */
    async sweep(sandbox: Sandbox): Promise<void> {
      const records = await readdir(folder).catch(() => [])
      for (const record of records) {
        const path = join(folder, record)
        try {
          const { directory, name } = JSON.parse(await readFile(path, 'utf8'))
          if (typeof directory === 'string' && temporaryName.test(name)) {
            using place = await sandbox.reopen(directory)
            await unlink(inside(place, name))
            log.info({ directory, name }, 'removed an unfinished file')
          }
        } catch (error) {
          log.debug({ record, reason: codeOf(error) ?? String(error) }, 'no unfinished file to remove')
        }
        await rm(path, { force: true })
      }
    },
  }
}

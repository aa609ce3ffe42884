import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CommandHost } from '@svc/plugin-sdk'
import type { KernelConfig } from './config/kernel-config.ts'
import { copyDatabase } from './copy-database.ts'
import { lockDataDir, prepareDataDir } from './data-dir.ts'
import { discover } from './discover.ts'
import { replaceDatabase, stageDatabase } from './replace-database.ts'

/** What root has written into a data directory belongs to the account of the server, which could not read it otherwise. */
function giveToOwner(dataDir: string): void {
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() !== 0 || uid === 0) return
  for (const name of readdirSync(dataDir, { encoding: 'utf8', recursive: true })) {
    const path = join(dataDir, name)
    const found = lstatSync(path)
    // A link may be to a file of somebody else.
    if (found.uid === 0 && (found.isDirectory() || found.nlink === 1)) lchownSync(path, uid, gid)
  }
}

/** The configured installation, which nothing has opened. */
export function makeCommandHost({ server, database }: Pick<KernelConfig, 'server' | 'database'>): CommandHost {
  const dataDir = resolve(server.data_dir)
  const file = resolve(dataDir, database.path)
  const place = { file, dataDir }
  return {
    dataDir,
    database: file,
    thirdParty: () =>
      discover(dataDir).flatMap(({ bundled, id, version }) => (bundled || version === null ? [] : [{ id, version }])),
    async copyDatabase(path) {
      if (!existsSync(file)) throw new Error(`there is no database ${file}; set server.data_dir to that of the server`)
      await copyDatabase(file, path)
    },
    async exclusively(act) {
      const unlock = lockDataDir(prepareDataDir(dataDir))
      try {
        return await act((path, files) => {
          stageDatabase(place, path, files)
          return replaceDatabase(place)?.former
        })
      } finally {
        giveToOwner(dataDir)
        unlock()
      }
    },
  }
}

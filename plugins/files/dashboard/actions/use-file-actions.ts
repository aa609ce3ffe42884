import { api } from '@svc/dashboard-sdk'
import { useMemo } from 'react'
import type { FileEntry } from '../../src/wire.ts'
import { filesRoute } from '../file-routes.ts'
import { baseName, joinPath, parentOf } from '../host-path.ts'

/** Changes to files of a server. Each throws `ApiError`. */
export function useFileActions(serverId: string) {
  return useMemo(() => {
    const post = <T>(route: string, body: object) => api<T>('POST', filesRoute(serverId, route), body)
    const move = (from: string, to: string) => post('move', { from, to, overwrite: false })
    return {
      stat: async (path: string) => (await post<{ entry: FileEntry }>('stat', { path })).entry,
      makeFolder: (path: string) => post('mkdir', { path }),
      makeFile: (path: string) => post('write', { path, content: '', expected_sha256: null }),
      /** Returns the new path. */
      async rename(path: string, name: string): Promise<string> {
        const to = joinPath(parentOf(path), name)
        if (to !== path) await move(path, to)
        return to
      },
      async moveInto(paths: readonly string[], folder: string): Promise<void> {
        for (const path of paths) await move(path, joinPath(folder, baseName(path)))
      },
      async delete(entries: readonly FileEntry[]): Promise<void> {
        for (const { path, file_type } of entries) await post('delete', { path, recursive: file_type === 'Directory' })
      },
    }
  }, [serverId])
}

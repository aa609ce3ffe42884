import { api, toError } from '@svc/dashboard-sdk'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { filesRoute } from '../file-routes.ts'
import { type DirectoryContent, type ListPart, readDirectory } from './read-directory.ts'

interface Shown {
  /** server and path */
  readonly of: string
  readonly content: DirectoryContent | undefined
  readonly error: Error | undefined
}

export interface Directory {
  /** undefined until its first part has arrived */
  readonly content: DirectoryContent | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
  /** Reads it again; the old content is shown until all of the new one has arrived. */
  refresh(): void
}

/** The entries of a directory of a server. */
export function useDirectory(serverId: string, path: string): Directory {
  const of = `${serverId} ${path}`
  const [shown, setShown] = useState<Shown>()
  const [version, setVersion] = useState(0)
  const [loading, setLoading] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reads it again
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const list = (offset: number, limit: number) =>
      api<ListPart>('POST', filesRoute(serverId, 'list'), { path, offset, limit }, { signal })
    const update = (next: (before: Shown | undefined) => Shown | undefined) => {
      if (!signal.aborted) startTransition(() => setShown((before) => next(before?.of === of ? before : undefined)))
    }
    const read = async () => {
      try {
        for await (const content of readDirectory(list)) {
          const next = { of, content, error: undefined }
          update((before) => (before?.content?.isComplete && !content.isComplete ? before : next))
        }
      } catch (thrown) {
        update((before) => ({ of, content: before?.content, error: toError(thrown) }))
      }
    }
    setLoading((count) => count + 1)
    void read().finally(() => setLoading((count) => count - 1))
    return () => abort.abort()
  }, [serverId, path, of, version])

  const refresh = useCallback(() => setVersion((before) => before + 1), [])
  const current = shown?.of === of ? shown : undefined
  return {
    content: current?.content,
    error: current?.error,
    isLoading: loading > 0 || !current,
    refresh,
  }
}

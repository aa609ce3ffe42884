import { EmptyState, ErrorState, Skeleton, useApiBytes, useT } from '@svc/dashboard-sdk'
import { ImageOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { FileEntry } from '../../src/wire.ts'
import { filesRoute } from '../file-routes.ts'
import { shownName } from '../list/shown-name.ts'
import { imageType } from './file-kind.ts'

/**
 * A picture. It is shown as an image from memory, so that a browser never takes it for a page: scripts and links in an SVG
 * do nothing.
 */
export default function ImageView(props: { serverId: string; entry: FileEntry; actions: ReactNode }): ReactNode {
  const { serverId, entry, actions } = props
  const t = useT()
  const { data, error, refetch } = useApiBytes(filesRoute(serverId, 'stream'), { search: { path: entry.path } })
  const url = useObjectUrl(data, imageType(entry.name) ?? 'image/png')
  const [isBroken, setBroken] = useState(false)
  return (
    <>
      <div className="flex justify-end gap-2 border-b px-3 py-2">{actions}</div>
      <div className="grid min-h-0 flex-1 place-items-center overflow-auto bg-sunken p-4">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!url && !error && <Skeleton className="size-40" />}
        {url && !isBroken && (
          <img
            src={url}
            alt={shownName(entry.name)}
            onError={() => setBroken(true)}
            className="max-h-full max-w-full object-contain"
          />
        )}
        {isBroken && <EmptyState icon={ImageOff} title={t('viewer.brokenImage')} />}
      </div>
    </>
  )
}

/** The address of bytes in memory, while it is shown. */
function useObjectUrl(bytes: ArrayBuffer | undefined, type: string): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return url
}

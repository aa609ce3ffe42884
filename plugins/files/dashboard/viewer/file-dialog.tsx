import { api, Button, Dialog, EmptyState, ErrorState, onDemand, Skeleton, useFormat, useT } from '@svc/dashboard-sdk'
import { Download, ExternalLink, FileQuestion, FileText, ScrollText, X } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type { FileEntry } from '../../src/wire.ts'
import { filesRoute, streamAddress } from '../file-routes.ts'
import { baseName } from '../host-path.ts'
import { shownName } from '../list/shown-name.ts'
import { fileKind } from './file-kind.ts'
import { useLoaded } from './use-loaded.ts'

const TextEditor = onDemand(() => import('./text-editor.tsx'))
const ImageView = onDemand(() => import('./image-view.tsx'))
const FollowView = onDemand(() => import('./follow-view.tsx'))

interface FileProps {
  serverId: string
  path: string
  /** the agent can send files as streams */
  canStream: boolean
  /** show what is appended, not the content */
  isFollowing: boolean
  onDownload: (entry: FileEntry) => void
  onSaved: () => void
  onClose: () => void
}

/** A file: its facts, and what it contains as far as a browser can show that. */
export default function FileDialog(props: FileProps): ReactNode {
  const { serverId, path, onClose } = props
  const t = useT()
  const load = useCallback(
    (signal: AbortSignal) => api<{ entry: FileEntry }>('POST', filesRoute(serverId, 'stat'), { path }, { signal }),
    [serverId, path],
  )
  const { data, error, reload } = useLoaded(load)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<bdi>{shownName(baseName(path))}</bdi>}
      description={data ? <Facts entry={data.entry} /> : t('viewer.loading')}
      width="full"
      flush
    >
      <div className="flex h-[78dvh] min-h-0 flex-col">
        {error && !data && <ErrorState error={error} onRetry={reload} />}
        {!data && !error && <Skeleton className="m-5 h-40" />}
        {data && (
          <Suspense fallback={<Skeleton className="m-5 h-40" />}>
            <Content
              {...props}
              entry={{ ...data.entry, path, name: baseName(path) }}
              onSaved={() => {
                reload()
                props.onSaved()
              }}
            />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}

function Facts({ entry }: { entry: FileEntry }) {
  const format = useFormat()
  const { size, modified, permissions, owner, group } = entry
  const facts = [
    format.bytes(size),
    modified > 0 && format.dateTime(modified * 1000),
    permissions,
    owner && (group && group !== owner ? `${owner}:${group}` : owner),
  ]
  return <span className="figures">{facts.filter(Boolean).join(' · ')}</span>
}

function Content(props: FileProps & { entry: FileEntry }) {
  const { serverId, path, entry, canStream, onDownload, onSaved } = props
  const t = useT()
  const [isFollowing, setFollowing] = useState(props.isFollowing)
  const [isBinary, setBinary] = useState(false)
  const kind = fileKind(entry)
  const download = (
    <Button onClick={() => onDownload(entry)}>
      <Download aria-hidden />
      {t('menu.download')}
    </Button>
  )
  const follow = canStream && (
    <Button onClick={() => setFollowing(true)}>
      <ScrollText aria-hidden />
      {t('menu.follow')}
    </Button>
  )
  if (isFollowing && canStream) {
    return (
      <FollowView
        serverId={serverId}
        entry={entry}
        actions={
          <>
            {kind === 'text' && (
              <Button onClick={() => setFollowing(false)}>
                <X aria-hidden />
                {t('follow.stop')}
              </Button>
            )}
            {download}
          </>
        }
      />
    )
  }
  if (kind === 'image' && canStream) return <ImageView serverId={serverId} entry={entry} actions={download} />
  if (kind === 'pdf' && canStream) {
    return (
      <Centered icon={FileText} title={t('viewer.pdf')} hint={t('viewer.pdfHint')}>
        <Button asChild variant="primary">
          <a href={streamAddress(serverId, path, { pdf: 'true' })} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {t('viewer.openPdf')}
          </a>
        </Button>
        {download}
      </Centered>
    )
  }
  if (kind === 'text' && !isBinary) {
    return (
      <TextEditor
        serverId={serverId}
        entry={entry}
        onBinary={() => setBinary(true)}
        onSaved={onSaved}
        actions={
          <>
            {follow}
            {download}
          </>
        }
      />
    )
  }
  return (
    <Centered
      icon={FileQuestion}
      title={t(`viewer.${kind === 'large' ? 'large' : 'binary'}`)}
      hint={t('viewer.noneHint')}
    >
      {download}
      {kind === 'large' && follow}
    </Centered>
  )
}

function Centered(props: { icon: typeof FileText; title: string; hint: string; children: ReactNode }) {
  const { icon, title, hint, children } = props
  return (
    <div className="m-auto">
      <EmptyState
        icon={icon}
        title={title}
        description={hint}
        action={<div className="flex flex-wrap justify-center gap-2">{children}</div>}
      />
    </div>
  )
}

import {
  ApiError,
  api,
  Button,
  ErrorState,
  errorText,
  LeaveDialog,
  onDemand,
  Skeleton,
  toast,
  useLeaveGuard,
  useStoredChoice,
  useT,
} from '@svc/dashboard-sdk'
import { isCodedText } from '@svc/protocol/text'
import { Save, WrapText } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { FileEntry } from '../../src/wire.ts'
import { filesRoute } from '../file-routes.ts'
import { shownName } from '../list/shown-name.ts'
import { CodeEditor, type CodeEditorHandle } from './code-editor.tsx'
import { useLoaded } from './use-loaded.ts'

const ConflictView = onDemand(() => import('./conflict-view.tsx'))

/** A version of a text. */
interface Version {
  readonly content: string
  readonly sha256: string
}

const codeOf = (error: unknown) =>
  error instanceof ApiError && isCodedText(error.details) ? error.details.code : undefined
const hasStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status

/** Edits a text. Saving fails if somebody else has changed the file, and shows the difference. */
export default function TextEditor(props: {
  serverId: string
  entry: FileEntry
  actions: ReactNode
  /** it is no text */
  onBinary: () => void
  onSaved: () => void
}): ReactNode {
  const { serverId, entry, actions, onBinary, onSaved } = props
  const { path } = entry
  const read = useCallback(
    (signal?: AbortSignal) => api<Version>('POST', filesRoute(serverId, 'read'), { path }, signal ? { signal } : {}),
    [serverId, path],
  )
  const { data, error, reload } = useLoaded<Version>(read)
  const isBinary = codeOf(error) === 'files.NOT_TEXT'
  useEffect(() => {
    if (isBinary) onBinary()
  }, [isBinary, onBinary])
  if (error && !data && !isBinary) return <ErrorState error={error} onRetry={reload} />
  if (!data) return <Skeleton className="m-5 h-40" />
  return <Editing entry={entry} first={data} read={read} serverId={serverId} actions={actions} onSaved={onSaved} />
}

function Editing(props: {
  serverId: string
  entry: FileEntry
  first: Version
  read: () => Promise<Version>
  actions: ReactNode
  onSaved: () => void
}) {
  const { serverId, entry, first, read, actions, onSaved } = props
  const { path, name } = entry
  const t = useT()
  const editor = useRef<CodeEditorHandle>(null)
  /** what the editor starts with, and what of it is on the host */
  const [loaded, setLoaded] = useState({ content: first.content, saved: first.content })
  const [version, setVersion] = useState<string | null>(first.sha256)
  const [isDirty, setDirty] = useState(false)
  const [isSaving, setSaving] = useState(false)
  /** the text of somebody else; null: the file was deleted */
  const [conflict, setConflict] = useState<{ readonly mine: string; readonly theirs: Version | null }>()
  const [wrap, setWrap] = useStoredChoice('files.wrap', ['off', 'on'])
  const guard = useLeaveGuard(isDirty || conflict !== undefined, { search: true })

  const write = async (content: string, expected: string | null) => {
    const written = await api<{ sha256: string }>('POST', filesRoute(serverId, 'write'), {
      path,
      content,
      expected_sha256: expected,
    })
    setVersion(written.sha256)
    toast.success(t('editor.saved', { name: shownName(name) }))
    onSaved()
  }
  /** What is on the host now; null if there is nothing. */
  const readCurrent = async (): Promise<Version | null> => {
    try {
      return await read()
    } catch (error) {
      if (hasStatus(error, 404)) return null
      throw error
    }
  }
  const attempt = async (content: string, expected: string | null, onWritten: () => void) => {
    if (isSaving) return
    setSaving(true)
    try {
      await write(content, expected)
      onWritten()
    } catch (error) {
      if (!hasStatus(error, 409)) toast.error(errorText(error, t))
      else {
        try {
          setConflict({ mine: content, theirs: await readCurrent() })
        } catch (thrown) {
          toast.error(errorText(thrown, t))
        }
      }
    } finally {
      setSaving(false)
    }
  }
  const save = () => {
    if (!isDirty) return
    const content = editor.current?.text() ?? ''
    void attempt(content, version, () => editor.current?.markSaved(content))
  }
  const show = (content: string, saved: string) => {
    setLoaded({ content, saved })
    setDirty(content !== saved)
    setConflict(undefined)
  }

  if (conflict) {
    const { mine, theirs } = conflict
    return (
      <>
        <Suspense fallback={<Skeleton className="m-5 h-40" />}>
          <ConflictView
            name={name}
            mine={mine}
            theirs={theirs?.content ?? null}
            isSaving={isSaving}
            onOverwrite={(content) => void attempt(content, theirs?.sha256 ?? null, () => show(content, content))}
            onDiscard={
              theirs &&
              (() => {
                setVersion(theirs.sha256)
                show(theirs.content, theirs.content)
              })
            }
            onBack={(content) => show(content, loaded.saved)}
          />
        </Suspense>
        <LeaveDialog guard={guard} />
      </>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
        <span role="status" className="min-w-0 flex-1 truncate text-muted text-sm max-sm:basis-full">
          {t(isDirty ? 'editor.dirty' : 'editor.clean')}
        </span>
        <Button
          aria-pressed={wrap === 'on'}
          variant={wrap === 'on' ? 'secondary' : 'ghost'}
          onClick={() => setWrap(wrap === 'on' ? 'off' : 'on')}
        >
          <WrapText aria-hidden />
          {t('editor.wrap')}
        </Button>
        {actions}
        <Button variant="primary" disabled={!isDirty} busy={isSaving} onClick={save}>
          <Save aria-hidden />
          {t('editor.save')}
        </Button>
      </div>
      <CodeEditor
        handle={editor}
        name={name}
        content={loaded.content}
        saved={loaded.saved}
        isWrapped={wrap === 'on'}
        onDirty={setDirty}
        onSave={save}
      />
      <LeaveDialog guard={guard} />
    </>
  )
}

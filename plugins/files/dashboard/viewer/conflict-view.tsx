import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { Button, useT } from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { shownName } from '../list/shown-name.ts'
import { codeSetup } from './code-setup.ts'
import { lineSeparatorOf } from './line-separator.ts'

/** The difference between what is on the host and what the user wants to save, which can still be edited. */
export default function ConflictView(props: {
  name: string
  mine: string
  /** null: the file was deleted */
  theirs: string | null
  isSaving: boolean
  onOverwrite: (content: string) => void
  /** without it there is nothing to return to */
  onDiscard: (() => void) | null
  onBack: (content: string) => void
}): ReactNode {
  const { name, mine, theirs, isSaving, onOverwrite, onDiscard, onBack } = props
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<MergeView>(undefined)
  const setup = useEffectEvent((side: 'theirs' | 'mine', text: string) =>
    codeSetup(t, t(`conflict.${side}Label`, { name }), lineSeparatorOf(text)),
  )
  useEffect(() => {
    if (!box.current) return
    const merge = new MergeView({
      a: {
        doc: theirs ?? '',
        extensions: [setup('theirs', theirs ?? ''), EditorState.readOnly.of(true), EditorView.lineWrapping],
      },
      b: { doc: mine, extensions: [setup('mine', mine), EditorView.lineWrapping] },
      parent: box.current,
      revertControls: 'a-to-b',
      collapseUnchanged: { margin: 3, minSize: 6 },
    })
    view.current = merge
    return () => merge.destroy()
  }, [mine, theirs])
  const content = () => view.current?.b.state.sliceDoc() ?? mine
  return (
    <>
      <div role="alert" className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
        <p className="min-w-60 flex-1 text-sm">
          {t(theirs === null ? 'conflict.deleted' : 'conflict.changed', { name: shownName(name) })}
        </p>
        <Button variant="ghost" onClick={() => onBack(content())}>
          {t('conflict.back')}
        </Button>
        {onDiscard && <Button onClick={onDiscard}>{t('conflict.discard')}</Button>}
        <Button variant="danger" busy={isSaving} onClick={() => onOverwrite(content())}>
          {t(theirs === null ? 'conflict.create' : 'conflict.overwrite')}
        </Button>
      </div>
      <div aria-hidden className="grid grid-cols-2 border-b bg-sunken text-sm">
        <span className="px-4 py-1.5">{t('conflict.theirs')}</span>
        <span className="px-4 py-1.5">{t('conflict.mine')}</span>
      </div>
      <div ref={box} data-keeps-escape className="min-h-0 flex-1 overflow-auto" />
    </>
  )
}

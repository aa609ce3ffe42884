import { Compartment, EditorState, Prec, type Text } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { useT } from '@svc/dashboard-sdk'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { codeSetup, loadLanguage } from './code-setup.ts'
import { lineSeparatorOf } from './line-separator.ts'

export interface CodeEditorHandle {
  text(): string
  /** What is in the editor counts as saved, as far as it still is `text`. */
  markSaved(text: string): void
  focus(): void
}

/** An editor for a text, with highlighting by the name of its file. */
export function CodeEditor(props: {
  handle: RefObject<CodeEditorHandle | null>
  name: string
  /** the text at first */
  content: string
  /** the saved text, if `content` differs from it */
  saved?: string
  isWrapped: boolean
  onDirty: (isDirty: boolean) => void
  onSave: () => void
}): ReactNode {
  const { handle, name, content, saved = content, isWrapped, onDirty, onSave } = props
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const savedText = useRef<Text>(undefined)
  const wrapping = useRef(new Compartment())
  const notify = useEffectEvent(onDirty)
  const save = useEffectEvent(onSave)
  const setup = useEffectEvent((separator: string) => codeSetup(t, t('editor.label', { name }), separator))
  const wrap = useEffectEvent(() => (isWrapped ? EditorView.lineWrapping : []))

  useEffect(() => {
    if (!box.current) return
    const separator = lineSeparatorOf(saved)
    const language = new Compartment()
    const state = EditorState.create({
      doc: content,
      extensions: [
        setup(separator),
        language.of([]),
        wrapping.current.of(wrap()),
        Prec.highest(
          keymap.of([
            {
              key: 'Mod-s',
              run: () => {
                save()
                return true
              },
            },
          ]),
        ),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) notify(!savedText.current?.eq(state.doc))
        }),
      ],
    })
    savedText.current = state.toText(saved)
    const editor = new EditorView({ state, parent: box.current })
    view.current = editor
    editor.focus()
    let isOpen = true
    // Without it the text is shown all the same.
    void loadLanguage(name).then(
      (support) => isOpen && editor.dispatch({ effects: language.reconfigure(support) }),
      () => {},
    )
    return () => {
      isOpen = false
      editor.destroy()
    }
  }, [name, content, saved])

  useEffect(() => {
    const effects = wrapping.current.reconfigure(isWrapped ? EditorView.lineWrapping : [])
    view.current?.dispatch({ effects })
  }, [isWrapped])

  useImperativeHandle(handle, () => ({
    text: () => view.current?.state.sliceDoc() ?? '',
    markSaved(text) {
      const { state } = view.current ?? {}
      if (!state) return
      savedText.current = state.toText(text)
      onDirty(!savedText.current.eq(state.doc))
    },
    focus: () => view.current?.focus(),
  }))

  return <div ref={box} data-keeps-escape className="min-h-0 flex-1 overflow-hidden" />
}

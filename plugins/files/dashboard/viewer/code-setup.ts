import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import type { useT } from '@svc/dashboard-sdk'
import { codeStyle } from './code-style.ts'

/** The texts of the editor, by their English names there. */
const phrases = {
  Find: 'find',
  Replace: 'replaceField',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'matchCase',
  regexp: 'regexp',
  'by word': 'byWord',
  replace: 'replace',
  'replace all': 'replaceAll',
  close: 'close',
  'Go to line': 'goToLine',
  go: 'go',
  'current match': 'currentMatch',
  'on line': 'onLine',
  'replaced match on line $': 'replacedOnLine',
  'replaced $ matches': 'replacedMatches',
  'Fold line': 'fold',
  'Unfold line': 'unfold',
  'folded code': 'folded',
  '$ unchanged lines': 'unchangedLines',
} as const

/** What all editors have. Escape, then Tab leaves the editor; Tab alone indents. */
export const codeSetup = (t: ReturnType<typeof useT>, label: string, lineSeparator: string): Extension => [
  lineNumbers(),
  foldGutter(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
  EditorState.lineSeparator.of(lineSeparator),
  EditorState.phrases.of(
    Object.fromEntries(Object.entries(phrases).map(([phrase, key]) => [phrase, t(`editor.phrases.${key}`)])),
  ),
  EditorView.contentAttributes.of({ 'aria-label': label }),
  codeStyle,
]

/** The highlighting of a file by its name, loaded when it is needed. */
export async function loadLanguage(name: string): Promise<Extension> {
  const language = LanguageDescription.matchFilename(languages, name)
  return language ? await language.load() : []
}

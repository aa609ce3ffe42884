import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** With the colors of the dashboard, which follow its theme. */
const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--panel)', color: 'var(--ink)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--faint)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in oklab, var(--accent) 6%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--accent) 26%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in oklab, var(--warn) 18%, transparent)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in oklab, var(--warn) 26%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in oklab, var(--warn) 55%, transparent)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '0.5rem 2rem 0.5rem 0.75rem', fontFamily: 'var(--font-sans)' },
  '.cm-panel.cm-search label': { fontSize: '0.75rem' },
  '.cm-textfield': {
    backgroundColor: 'var(--panel)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-sm)',
    padding: '0.2rem 0.5rem',
    fontSize: '0.8125rem',
  },
  '.cm-button': {
    background: 'var(--panel)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-sm)',
    padding: '0.2rem 0.6rem',
    fontSize: '0.75rem',
  },
  '.cm-panel button[name=close]': { color: 'var(--muted)', fontSize: '1.125rem', right: '0.5rem', top: '0.25rem' },
  '.cm-mergeView': { height: '100%' },
  '.cm-changedLine': { backgroundColor: 'color-mix(in oklab, var(--accent) 9%, transparent) !important' },
  '.cm-changedText': { background: 'color-mix(in oklab, var(--accent) 28%, transparent) !important' },
  '.cm-deletedText': { background: 'color-mix(in oklab, var(--danger) 24%, transparent) !important' },
})

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], color: 'var(--chart-3)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit], color: 'var(--warn)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.attributeName, tags.labelName], color: 'var(--accent)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.macroName], color: 'var(--accent)' },
  { tag: [tags.typeName, tags.className, tags.tagName, tags.namespace], color: 'var(--danger)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: [tags.link, tags.url], textDecoration: 'underline' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.invalid, color: 'var(--danger)' },
])

/** Theme and highlighting of editors. */
export const codeStyle: Extension = [theme, syntaxHighlighting(highlight)]

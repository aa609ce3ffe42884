import {
  type CodedText,
  codesIn,
  describeText,
  type Format,
  isCodedText,
  makeFormat,
  renderText,
} from '@svc/protocol/text'
import { use } from 'react'
import { useLanguage } from './i18n.ts'
import { i18n, type Language, loadTexts, shownLanguage } from './texts.ts'

type Section = Readonly<Record<string, string>>

/** The sections with texts by code: `pages` has other words for those that read badly on a page. */
interface Sections {
  readonly pages?: Section
  readonly errors?: Section
  readonly messages?: Section
}

/** The formats of a language, in the browser's regional variant of it when there is one. */
export const formatOf = (language: Language): Format =>
  makeFormat(navigator.languages.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language)

const sectionsOf = (language: Language, owner: string): Sections => i18n.getResourceBundle(language, owner) ?? {}

const render = (text: CodedText, language: Language, plugin: string | undefined): string | undefined =>
  renderText(text, {
    format: () => formatOf(language),
    find(owner, key) {
      const { pages, errors, messages } = sectionsOf(language, owner)
      const other = owner === 'kernel' && plugin ? sectionsOf(language, plugin).pages?.[key] : undefined
      return other ?? pages?.[key] ?? errors?.[key] ?? messages?.[key]
    },
  })

/**
 * The sentence of a text in the current language, else in English; undefined if its texts are unknown or not loaded. A plugin
 * may have other words for the texts of the kernel.
 */
export const sentenceOf = (text: CodedText, plugin?: string): string | undefined =>
  render(text, shownLanguage(), plugin) ?? render(text, 'en', plugin)

/** Starts to load the texts that a text needs. */
const loadsFor = (text: CodedText): readonly Promise<void>[] =>
  [...new Set(codesIn(text).map((code) => code.slice(0, code.indexOf('.'))))]
    .map(loadTexts)
    .filter((loading) => loading !== undefined)

/** Loads what is needed to show texts. Never fails: without them, the message of the server is shown. */
export const loadCodedTexts = async (texts: readonly CodedText[]): Promise<void> =>
  void (await Promise.allSettled(texts.flatMap(loadsFor)))

/** The texts in the answer of a server, wherever they stand in it. */
function textsIn(answer: unknown): readonly CodedText[] {
  if (typeof answer !== 'object' || answer === null) return []
  return isCodedText(answer) ? [answer] : Object.values(answer).flatMap(textsIn)
}

/** Loads what an answer needs: a component that renders its texts sooner is hidden for as long as React delays it then. */
export const loadTextsIn = (answer: unknown): Promise<void> => loadCodedTexts(textsIn(answer))

/** The sentence of a text outside of rendering, for example in a toast. */
export async function loadCodedText(text: CodedText): Promise<string> {
  await loadCodedTexts([text])
  return sentenceOf(text) ?? describeText(text)
}

/**
 * Renders texts by code, such as stored reasons. Call what it returns while rendering: it suspends while texts load.
 *
 * @example
 * const sentence = useCodedText()
 * return <p>{sentence(monitor.last_error_text)}</p>
 */
export function useCodedText(): (text: CodedText) => string {
  useLanguage()
  return (text) => {
    for (const loading of loadsFor(text)) use(loading)
    return sentenceOf(text) ?? describeText(text)
  }
}

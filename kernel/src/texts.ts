import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodedText, describeText, type Format, makeFormat, renderText } from '@svc/protocol/text'

/** Renders texts by code. */
export type RenderText = (text: CodedText, language?: string) => string

/** The sections of a file of texts that a server reads; pages use the others. */
type Section = Readonly<Record<string, string>>
interface Catalogue {
  readonly errors?: Section
  readonly messages?: Section
}

const english = 'en'

/** The `locales` folder of an owner. */
type FolderOf = (owner: string) => string | undefined

function readCatalogue(folder: string | undefined, language: string): Catalogue {
  if (folder === undefined) return {}
  try {
    return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** The English texts of all errors of these owners, by code. */
export function errorTexts(folderOf: FolderOf, owners: readonly string[]): Record<string, string> {
  const texts = owners.flatMap((owner) =>
    Object.entries(readCatalogue(folderOf(owner), english).errors ?? {})
      .filter(([key]) => !key.endsWith('_one'))
      .map(([key, text]) => [`${owner}.${key.replace(/_other$/, '')}`, text]),
  )
  return Object.fromEntries(texts)
}

/** Notifications and messages are read far from this machine, whose time zone nobody there knows. */
function formatOf(language: string): Format {
  const format = makeFormat(language, 'UTC')
  return { ...format, dateTime: (at) => `${format.dateTime(at)} UTC` }
}

/**
 * Makes the renderer of texts. `folderOf` finds the `locales` folder of an owner; a file is read when the first text of its
 * owner and language is rendered.
 */
export function makeTexts(folderOf: FolderOf): RenderText {
  const catalogues = new Map<string, Catalogue>()

  const read = (owner: string, language: string): Catalogue => {
    // A language comes from a setting or a caller, and must not lead out of the folder.
    if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(language)) return {}
    return readCatalogue(folderOf(owner), language)
  }
  const catalogueOf = (owner: string, language: string): Catalogue => {
    const key = `${language} ${owner}`
    const catalogue = catalogues.get(key) ?? read(owner, language)
    catalogues.set(key, catalogue)
    return catalogue
  }
  const render = (text: CodedText, language: string) =>
    renderText(text, {
      format: () => formatOf(language),
      find(owner, key) {
        const { errors, messages } = catalogueOf(owner, language)
        return errors?.[key] ?? messages?.[key]
      },
    })
  return (text, language = english) => render(text, language) ?? render(text, english) ?? describeText(text)
}

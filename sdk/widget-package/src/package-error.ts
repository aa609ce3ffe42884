import { type CodedText, type Params, renderWith, type TextCode, text } from '@svc/protocol/text'
import { packageTexts } from './package-texts.ts'

const sentence = renderWith(packageTexts)

/** Why a package cannot be installed. */
export class PackageError extends Error {
  override name = 'PackageError'
  readonly text: CodedText

  constructor(code: TextCode, params?: Params) {
    const error = text(code, params)
    super(sentence(error))
    this.text = error
  }
}
